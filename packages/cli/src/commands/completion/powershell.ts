/** Windows PowerShell 5.1 and PowerShell 7. */
export const powershell = `# Completion of modelrack for PowerShell. In $PROFILE:
# modelrack completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName modelrack -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        Select-Object -Skip 1 |
        ForEach-Object { if ($null -ne $_.Value) { $_.Value } else { $_.ToString() } })
    $current = $wordToComplete.Trim('"', "'")
    $lines = @(modelrack complete "=$current" @words 2>$null)
    # Without an answer of ours PowerShell offers files.
    if ($lines.Count -eq 0 -or $lines[0] -eq 'files') { return }
    $lines | Select-Object -Skip 1 | ForEach-Object {
        $value, $description = $_.Split([char]9, 2)
        if (-not $value.StartsWith($current, [StringComparison]::OrdinalIgnoreCase)) { return }
        $text = $value
        if ($value -notmatch '^[A-Za-z0-9_./:=+-]+$') { $text = "'" + $value.Replace("'", "''") + "'" }
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $description)
    }
}
`;
