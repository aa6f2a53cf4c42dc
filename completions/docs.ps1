# Completion of docs for PowerShell. docs itself says what fits at the cursor, quoted.
#   in $PROFILE: docs completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName docs -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
  # Only a program of PATH: a docs in the current folder, a function or an alias is not asked.
  $program = Get-Command docs -CommandType Application, ExternalScript -ErrorAction SilentlyContinue |
    Select-Object -First 1
  if (-not $program) { return }
  # The word in hand ends with a dot, because an empty argument is lost in older versions.
  & $program complete --powershell -- @words "$wordToComplete." 2>$null | ForEach-Object {
    if ($_ -eq ':files') { return }
    $text, $name, $about = $_ -split "`t", 3
    if (-not $about) { $about = $name }
    [System.Management.Automation.CompletionResult]::new($text, $name, 'ParameterValue', $about)
  }
}
