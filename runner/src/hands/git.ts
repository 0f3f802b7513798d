/**
 * Shell that uses git as an agent: it obeys no configuration of the machine or the user, starts no hook,
 * asks nothing, and may use no transport. The home is the first argument.
 */
export const GIT = `
unset GIT_DIR GIT_WORK_TREE
export HOME=$1 LC_ALL=C GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_SYSTEM=/dev/null GIT_CONFIG_GLOBAL=/dev/null
export GIT_ATTR_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=false SSH_ASKPASS=false
export GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 GIT_NO_REPLACE_OBJECTS=1 GIT_LFS_SKIP_SMUDGE=1
git() {
  command git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.sshCommand=false \\
    -c submodule.recurse=false -c gc.auto=0 -c maintenance.auto=false -c pack.threads=1 "$@"
}`;
