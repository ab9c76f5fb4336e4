// Loaded into the command before it starts: plays another program, which adds a line to a file just when our new
// version of it was written beside it.
const fs = require('node:fs');
const path = require('node:path');

const { MEDDLE_FILE: file, MEDDLE_TIMES: times } = process.env;
const { closeSync, openSync } = fs;
const ours = new Set();
let count = 0;

fs.openSync = function (name, flags, ...rest) {
  const opened = openSync.call(this, name, flags, ...rest);
  if (flags === 'wx' && path.dirname(name) === path.dirname(file)) ours.add(opened);
  return opened;
};

fs.closeSync = function (opened) {
  closeSync.call(this, opened);
  if (!ours.delete(opened) || count >= Number(times)) return;
  count += 1;
  fs.appendFileSync(file, `// meddled ${count}\n`);
};
