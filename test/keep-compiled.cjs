// Loaded before the command by the build: writes down what V8 made of its chunks.
const { writeFileSync } = require('node:fs');
const vm = require('node:vm');

const ending = `.${process.arch}-${process.versions.v8}.compiled`;
const scripts = new Map();
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    // The name must tell the content, by a hash in it.
    if (/-[\w-]{8}\.js$/.test(options.filename)) scripts.set(options.filename, this);
  }
};
process.on('exit', () => {
  for (const [file, script] of scripts) writeFileSync(file + ending, script.createCachedData());
});
