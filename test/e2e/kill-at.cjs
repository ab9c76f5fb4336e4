// Loaded into the command before it starts: ends it with SIGKILL at one call that changes the disk.
// MODELRACK_KILL_AT is the number of that call, and whether the kill comes before it, after it, or (for a write) in
// the middle of its bytes; `full`: it lives on, and from that call on nothing succeeds that needs space. Without a
// number it only counts, and writes the names of the calls to MODELRACK_KILL_LOG.
const fs = require('node:fs');

const { MODELRACK_KILL_AT: at, MODELRACK_KILL_LOG: log, MODELRACK_KILL_WHEN: when } = process.env;
const target = at === undefined ? -1 : Number(at);
// Closing changes nothing, and most of what is closed was only read.
const calls = ['openSync', 'writeSync', 'writeFileSync', 'fchmodSync', 'fchownSync', 'fsyncSync', 'ftruncateSync']
  .concat(['renameSync', 'unlinkSync', 'mkdirSync', 'rmdirSync', 'rmSync', 'mkdir', 'rmdir'])
  .filter((name) => typeof fs[name] === 'function');
const needSpace = ['openSync', 'writeSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'mkdirSync', 'mkdir'];
let count = 0;
let isInside = false;

function end() {
  process.kill(process.pid, 'SIGKILL');
  // The signal is delivered when the kernel likes; nothing may happen until then.
  for (;;) {}
}

for (const name of calls) {
  const real = fs[name];
  fs[name] = function (...args) {
    // What a call does by other calls of this list is its own affair; reading changes nothing.
    const isReading = name === 'openSync' && !/[wax+]/.test(String(args[1] ?? 'r'));
    const isOutput = name === 'writeSync' && (args[0] === 1 || args[0] === 2);
    if (isInside || isReading || isOutput) return real.apply(this, args);
    const number = count++;
    isInside = true;
    if (log !== undefined) fs.appendFileSync(log, `${name}\n`);
    isInside = false;
    if (when === 'full') {
      if (number < target || !needSpace.includes(name)) return real.apply(this, args);
      throw Object.assign(new Error('ENOSPC: made to fail'), { code: 'ENOSPC' });
    }
    if (number === target && when === 'before') end();
    if (number === target && when === 'middle') {
      isInside = true;
      const bytes = Buffer.from(args[1]);
      real.call(this, args[0], bytes.subarray(0, bytes.length >> 1));
      end();
    }
    isInside = true;
    try {
      return real.apply(this, args);
    } finally {
      isInside = false;
      if (number === target) end();
    }
  };
}
