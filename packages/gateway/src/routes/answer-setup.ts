import type { Call } from './call.ts';
import { refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from './reply.ts';
import { writeInstallScript } from '../setup/install-script.ts';

/** `GET /api/setup/cli/install.sh`. */
export function answerScript({ site }: Call): Reply | Refusal {
  const script = site.readCommand === undefined ? undefined : writeInstallScript(site.origin());
  if (script === undefined) return refuse(404, 'no_command', 'This gateway has no command to install.');
  return { status: 200, headers: { 'content-type': 'text/x-shellscript; charset=utf-8' }, body: script };
}

/** `GET /api/setup/cli/modelrack.tgz`. */
export async function answerTarball({ site }: Call): Promise<Reply | Refusal> {
  const tarball = await site.readCommand?.();
  if (tarball === undefined) return refuse(404, 'no_command', 'This gateway has no command to install.');
  return { status: 200, headers: { 'content-type': 'application/gzip' }, body: tarball };
}
