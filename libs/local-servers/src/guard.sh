# Ends everything that a launcher has started once the launcher is gone, however it ended: this shell
# has its own session, so neither Ctrl-C nor a kill of the launcher's group reaches it, and only the
# launcher holds the other end of its standard input. Lines on it:
#   add <rank> <pid> <birth> <signal>    a process group, and the signal that ends it
#   drop <pid>                           the group has ended
#   remove <directory>                   delete it at the end
# Ranks end one after the other: services first, then the servers that they use.
trap '' HUP INT TERM

groups=''
directories=''

birth_of() {
  if [ -r /proc/self/stat ]; then
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
    # The name in parentheses may contain spaces; fields are counted after it.
    set -- ${stat##*) }
    [ "$1" = Z ] || echo "${20}"
  else
    ps -o lstart= -p "$1" | tr -s ' ' '_'
  fi
}

# A process id alone is not enough: it may have been reused.
is_ours() { [ "$(birth_of "$1")" = "$2" ]; }

each() {
  for group in $groups; do
    IFS=: read -r rank pid birth signal <<END
$group
END
    [ "$rank" = "$2" ] && is_ours "$pid" "$birth" && "$1"
  done
}

terminate() { kill -s "$signal" -- "-$pid" 2>/dev/null; }
force() { kill -s KILL -- "-$pid" 2>/dev/null; }
count() { left=$((left + 1)); }

end_rank() {
  each terminate "$1"
  tries=40
  while [ "$tries" -gt 0 ]; do
    left=0
    each count "$1"
    [ "$left" -eq 0 ] && return
    sleep 0.1
    tries=$((tries - 1))
  done
  each force "$1"
}

while read -r word rest; do
  set -- $rest
  case "$word" in
    add) groups="$groups $1:$2:$3:$4" ;;
    drop)
      kept=''
      for group in $groups; do
        case "$group" in ?:"$1":*) ;; *) kept="$kept $group" ;; esac
      done
      groups=$kept
      ;;
    remove) directories="$directories$rest
" ;;
  esac
done

end_rank 1
end_rank 2
printf '%s' "$directories" | while read -r directory; do
  rm -rf -- "$directory"
done
