/** Shell that finds the git repository around a folder, without starting git. */

/**
 * `find_repository <folder>` sets `top` to the folder with the repository's files, `git_dir` to its
 * own folder and `common_dir` to the one that it shares with other worktrees; all are empty where
 * there is no repository.
 */
export const FIND_REPOSITORY = `
first_line() { [ -f "$1" ] && IFS= read -r line <"$1" || [ -n "$line" ]; }
find_repository() {
  top=$1 git_dir= common_dir= line=
  while [ ! -e "$top/.git" ] && [ -n "$top" ]; do top=\${top%/*}; done
  [ -e "$top/.git" ] || { top=; return 0; }
  if [ -d "$top/.git" ]; then git_dir=$top/.git
  elif first_line "$top/.git"; then
    git_dir=\${line#gitdir: }
    case $git_dir in /*) ;; *) git_dir=$top/$git_dir ;; esac
  fi
  common_dir=$git_dir line=
  if first_line "$git_dir/commondir"; then
    common_dir=$line
    case $common_dir in /*) ;; *) common_dir=$git_dir/$common_dir ;; esac
  fi
}`;
