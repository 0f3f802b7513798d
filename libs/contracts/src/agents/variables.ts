/**
 * Environment variables that a configuration may not set: they choose, load or configure a program,
 * or belong to the run. The list keeps configurations clean; it isolates nothing, because a program
 * may have variables of its own. `*_BASE_URL` is not on it: it says where a call goes.
 */

const names = [
  'PATH',
  'HOME',
  'ENV',
  'SHELL',
  'IFS',
  'PS4',
  'CDPATH',
  'BASH_ENV',
  'PROMPT_COMMAND',
  'ZDOTDIR',
  'TMP',
  'TEMP',
  'TMPDIR',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'MANPAGER',
  'BROWSER',
  'LESSOPEN',
  'LESSCLOSE',
  'CLASSPATH',
  'JAVA_TOOL_OPTIONS',
  'JDK_JAVA_OPTIONS',
  '_JAVA_OPTIONS',
  'PHPRC',
  'PHP_INI_SCAN_DIR',
  'GCONV_PATH',
  'GLIBC_TUNABLES',
  'LOCPATH',
  'HOSTALIASES',
  'CURL_HOME',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'IS_SANDBOX',
];
const prefixes = [
  'LD_',
  'DYLD_',
  'NODE_',
  'BUN_',
  'DENO_',
  'PYTHON',
  'RUBY',
  'PERL',
  'LUA_',
  'GIT_',
  'SSH_',
  'NPM_CONFIG_',
  'SSL_CERT_',
  'OPENSSL_',
  'XDG_',
  'CLAUDE_',
  'CODEX_',
  'OPENCODE_',
  'GEMINI_',
  'SERVICE_',
];
const suffixes = ['_PROXY'];
/** Credentials of command-line agents, which have to be set somewhere, and which cloud they are of. */
const credentials = [
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
  'CLAUDE_CODE_SKIP_BEDROCK_AUTH',
  'CLAUDE_CODE_SKIP_VERTEX_AUTH',
  'CLAUDE_CODE_SKIP_FOUNDRY_AUTH',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CODEX_API_KEY',
  'GEMINI_API_KEY',
  'OPENCODE_API_KEY',
];

const refused = new Set(names);
const exempt = new Set(credentials);

/** Whether no configuration may set the variable, in any case of letters. */
export function isReservedVariable(name: string): boolean {
  const upper = name.toUpperCase();
  if (exempt.has(upper)) return false;
  return (
    refused.has(upper) ||
    prefixes.some((prefix) => upper.startsWith(prefix)) ||
    suffixes.some((suffix) => upper.endsWith(suffix))
  );
}
