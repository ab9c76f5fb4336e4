import type { FilePlan } from '../open-file/finish-draft.ts';
import { secretsIn } from '../open-file/secrets-in.ts';

/** With the keys that an undo takes out of the file: those that are there before it and nowhere in it afterwards. */
export async function withGoneSecrets(plan: FilePlan): Promise<FilePlan> {
  const { file, bytes, hasChanges } = plan;
  if (!hasChanges) return plan;
  const [before, after] = [file.state.bytes, bytes].map((one) => one && new TextDecoder().decode(one));
  const found = await secretsIn(file.spec, before, file.state.path);
  return { ...plan, goneSecrets: found.filter((secret) => after?.includes(secret) !== true) };
}
