import { join } from 'node:path/posix';
import { mark, type Job, type Scheduler } from './scheduler.ts';
import { escapedXml } from './escaped-xml.ts';

const label = 'modelrack.refresh';
const seconds = { hourly: 3600, daily: 86_400 };

/** An agent of the user: `man launchd.plist`. */
export const launchd: Scheduler = {
  id: 'launchd',
  name: 'a launchd agent',
  encoding: 'utf-8',
  files: ({ home }, job) => ({ [fileIn(home)]: plist(job) }),
  start: ({ home }) => [['launchctl', 'bootstrap', domain(), fileIn(home)]],
  stop: () => [['launchctl', 'bootout', `${domain()}/${label}`]],
  afterwards: [],
};

function fileIn(home: string): string {
  return join(home, 'Library/LaunchAgents', `${label}.plist`);
}

function domain(): string {
  return `gui/${process.getuid?.() ?? 0}`;
}

function plist({ command, often, variables }: Job): string {
  const set = Object.entries(variables).map(([name, value]) => `    <key>${name}</key>\n    ${text(value)}\n`);
  const environment = set.length === 0 ? '' : `  <key>EnvironmentVariables</key>\n  <dict>\n${set.join('')}  </dict>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${mark} -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${text(label)}
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    ${text(word)}\n`).join('')}  </array>
${environment}  <key>StartInterval</key>
  <integer>${seconds[often]}</integer>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`;
}

function text(value: string): string {
  return `<string>${escapedXml(value)}</string>`;
}
