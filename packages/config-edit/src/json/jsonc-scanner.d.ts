// Only the scanner, as UMD: the package's main file pulls in all of it, which bundlers cannot follow, and
// its ESM build does not load in Node (imports without endings, no "type").
declare module 'jsonc-parser/lib/umd/impl/scanner.js' {
  export { createScanner } from 'jsonc-parser';
}
