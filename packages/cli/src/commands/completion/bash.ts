/** From 3.2 on, which macOS has; it needs no other script. What is offered is never evaluated. */
export const bash = `# Completion of modelrack for bash. In ~/.bashrc: eval "$(modelrack completion bash)"
_modelrack() {
  local line=\${COMP_LINE:0:COMP_POINT} current= kind value cut
  local -a words
  COMPREPLY=()
  # Splits at blanks and evaluates nothing; the words of bash itself also end at ":" and "=".
  IFS=$' \\t' read -ra words <<<"$line"
  if [[ $line != *[[:blank:]] ]]; then
    current=\${words[\${#words[@]}-1]}
    unset "words[\${#words[@]}-1]"
  fi
  # What bash replaces begins behind the last of them.
  cut=\${current%"\${current##*[:=]}"}
  while IFS=$'\\t' read -r value _; do
    if [[ -z $kind ]]; then
      kind=$value
    elif [[ $value == "$current"* ]]; then
      printf -v value %q "\${value#"$cut"}"
      COMPREPLY[\${#COMPREPLY[@]}]=$value
    fi
  done < <(modelrack complete "=$current" "\${words[@]:1}" 2>/dev/null)
  if [[ $kind == files ]] && ! compopt -o default 2>/dev/null; then
    while IFS= read -r value; do
      COMPREPLY[\${#COMPREPLY[@]}]=$value
    done < <(compgen -f -- "\${current#"$cut"}")
  fi
}
complete -F _modelrack modelrack
`;
