/**
 * The attempts as programs. One that succeeds prints a secret, which begins with `secret-of-`, or
 * the word `done`. A victim is known by `victim.ts` on its command line, which no attempt has.
 */
import type { AttemptName } from './table.ts';

export type Program = readonly [string, ...string[]];

const sh = (script: string): Program => ['/bin/sh', '-c', script];
const perl = (script: string): Program => ['perl', '-e', script];
const node = (script: string): Program => [process.execPath, '-e', script];

/** Shell: `each_victim` calls `attempt` with the number of every process that is a victim. */
const EACH_VICTIM = `
each_victim() {
  for line in /proc/[0-9]*/cmdline; do
    grep -qs 'victim[.]ts' "$line" && attempt "$(basename "$(dirname "$line")")"
  done
}`;
const onVictims = (attempt: string): Program =>
  sh(`${EACH_VICTIM}\nattempt() { ${attempt}; }\neach_victim 2>/dev/null | tr -d '\\0'`);

/** Perl: the numbers of the processes that are victims. */
const VICTIMS = `
my @victims = grep { my $line; open($line, "<", "/proc/$_/cmdline") && <$line> =~ /victim[.]ts/ }
  map { m{/proc/(\\d+)} } glob("/proc/[0-9]*");`;

const READ_MEMORY = `${VICTIMS}
for my $pid (@victims) {
  open(my $maps, "<", "/proc/$pid/maps") or next;
  for (<$maps>) {
    my ($from, $to) = /^(\\w+)-(\\w+) rw.*\\[stack\\]/ or next;
    open(my $mem, "<", "/proc/$pid/mem") or next;
    sysseek($mem, hex($from), 0);
    sysread($mem, my $bytes, hex($to) - hex($from));
    print $1 if $bytes =~ /(secret-of-\\w+)/;
  }
}`;

/** PTRACE_ATTACH is 16 and PTRACE_DETACH 17; the victim has to stop before it can be let go. */
const TRACE = `${VICTIMS}
for my $pid (map { int } @victims) {
  next if syscall(101, 16, $pid, 0, 0) != 0;
  waitpid($pid, 0x40000000);
  syscall(101, 17, $pid, 0, 0);
  print "done";
}`;

/** KEYCTL_SEARCH is 10, KEYCTL_READ 11 and KEY_SPEC_USER_KEYRING -4. */
const READ_KEYS = `
my $type = "user";
for my $name (split / /, $ENV{VICTIM_NAMES}) {
  my $key = syscall(250, 10, -4, $type, $name, 0);
  next if $key < 0;
  my $bytes = "\\0" x 100;
  syscall(250, 11, $key, $bytes, 100);
  print $bytes;
}`;

/** EXIT is 60, of one thread, and CLOSE 3. It stops printing when it has left its group and is called a zombie. */
const OUTLIVE_AS_THREAD = `
use threads;
$0 = "left-$ENV{LEFT_SECONDS}";
threads->create(sub {
  my $stat = "";
  until ($stat =~ /[)] Z /) { open(my $file, "<", "/proc/$$/stat"); $stat = <$file> }
  syscall(3, 1);
  sleep $ENV{LEFT_SECONDS};
});
syscall(60, 0);`;

/** More than an agent may have; they wait until the attempt ends them, so that none is left to count. */
const FORKS = `
my @children;
while (@children < 2300) {
  my $pid = fork();
  last unless defined $pid;
  if (!$pid) { sleep 60; exit }
  push @children, $pid;
}
kill "KILL", @children;
1 while wait() > 0;
print "done" if @children == 2300;`;

const ask = (variable: string): Program =>
  node(`for (const at of JSON.parse(process.env.${variable})) {
    require('node:net').connect(at).on('data', (bytes) => console.log(String(bytes))).on('error', () => {});
  }`);

export const programs: Readonly<Record<AttemptName, Program>> = {
  environment: onVictims('cat /proc/$1/environ'),
  memory: perl(READ_MEMORY),
  descriptors: onVictims('cat $(find /proc/$1/fd -lname "*/open (deleted)")'),
  folders: onVictims('cat /proc/$1/root$DATA_DIR/* /proc/$1/cwd/victim-*'),
  trace: perl(TRACE),
  signal: onVictims('kill -0 $1 && echo done'),
  commandLine: onVictims('cat /proc/$1/cmdline'),
  secrets: sh('cat "$DATA_DIR"/* 2>/dev/null'),
  homes: sh('for home in $HOMES; do cat $home/victim-* $home/workspace/*; done 2>/dev/null'),
  sockets: ask('SOCKETS'),
  links: sh('cat ~/workspace/* ~/tmp/* ~/linked 2>/dev/null'),
  repository: sh('cat secrets/* home-*/victim-* home-*/workspace/* 2>/dev/null'),
  leftBehind: sh(
    'cat /tmp/left-$LEFT_SECONDS /dev/shm/left-$LEFT_SECONDS 2>/dev/null; ' +
      'ipcrm --shmem-key $LEFT_SECONDS 2>/dev/null && echo done',
  ),
  temporary: sh('for name in $VICTIM_NAMES; do cat /tmp/$name; done 2>/dev/null'),
  sharedMemory: sh('for name in $VICTIM_NAMES; do cat /dev/shm/$name; done 2>/dev/null'),
  keyring: perl(READ_KEYS),
  operator: sh('cat "$OPERATOR_DIR/private" 2>/dev/null'),
  write: sh('{ echo planted > "$OPERATOR_DIR/planted" && echo done; } 2>/dev/null'),
  privileges: sh('grep -q "NoNewPrivs:.0" /proc/self/status && echo done'),
  outlive: sh(
    'setsid sh -c "trap : TERM HUP; exec sleep $LEFT_SECONDS" >/dev/null 2>&1 & sleep 0.2',
  ),
  outliveThread: sh(`: $(setsid perl -e '${OUTLIVE_AS_THREAD}' 2>/dev/null &)`),
  forks: perl(FORKS),
  hugeFile: sh(
    'dd if=/dev/zero of="$HOME/huge" bs=1 count=1 seek=17G 2>/dev/null && echo done; rm -f ~/huge',
  ),
  ports: ask('MUSTER_PORTS'),
  debugPort: ask('STRANGERS_PORTS'),
  abstractSocket: ask('ABSTRACT_SOCKETS'),
  colleague: ask('NEIGHBOURS'),
};

/** SHMGET is 29; 950 is IPC_CREAT with 0666. */
const MAKE_MEMORY = 'syscall(29, int $ENV{LEFT_SECONDS}, 100, 950) >= 0 or die "shmget: $!"';

/** Run before the attempt of the name, in a start of its own. */
export const planted: Partial<Record<AttemptName, Program>> = {
  links: sh(
    'rm -rf ~/workspace ~/tmp; ln -s "$DATA_DIR" ~/workspace; ln -s "$DATA_DIR" ~/tmp; ' +
      'ln "$DATA_DIR/master-key" ~/linked 2>/dev/null; true',
  ),
  leftBehind: sh(
    'for folder in /tmp /dev/shm; do echo secret-of-run > $folder/left-$LEFT_SECONDS; done; ' +
      `exec perl -e '${MAKE_MEMORY}'`,
  ),
  repository: sh(
    'ln -s "$DATA_DIR" secrets; for home in $HOMES; do ln -s $home home-$((n += 1)); done',
  ),
};
