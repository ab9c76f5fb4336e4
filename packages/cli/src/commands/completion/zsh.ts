/** Sourced, or as the file `_modelrack` in a folder of `fpath`. */
export const zsh = `#compdef modelrack
# Completion of modelrack for zsh. In ~/.zshrc, after compinit: eval "$(modelrack completion zsh)"
_modelrack() {
  local current=\${(Q)PREFIX} line tab=$'\\t'
  local -a lines values shown
  lines=("\${(@f)$(modelrack complete "=$current" "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null)}")
  if [[ $lines[1] == files ]]; then
    compset -P '--[^=]##='
    _files
    return
  fi
  for line in "\${(@)lines[2,-1]}"; do
    values+=("\${line%%$tab*}")
    line=\${line/$tab/  -- }
    shown+=("\${line%  -- }")
  done
  (( $#values )) && compadd -l -d shown -a values
}
if [[ $funcstack[1] == _modelrack ]]; then
  _modelrack "$@"
else
  compdef _modelrack modelrack
fi
`;
