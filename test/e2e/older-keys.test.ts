import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { key, makeRack, openGateway } from './rack.ts';

const older = 'sk-test-older-0123456789';

interface Report {
  readonly checks: readonly { readonly check: string; readonly subject: string; readonly evidence: string | null }[];
}

/** Set up, all that is known of it is lost, and the gateway gave out another key since. */
async function setUpTwice(tool: string, file: string, then: string) {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  const setUp = (...more: string[]) =>
    rack.run(['setup', tool, '--base-url', baseUrl, '--api-key-stdin', ...more], { input: key });
  expect((await setUp('--take-over')).code).toBe(0);
  rack.write(file, rack.read(file).replaceAll(key, then));
  for (const folder of ['.local', '.cache', '.config/modelrack'])
    rmSync(rack.path(folder), { recursive: true, force: true });
  expect((await setUp()).code).toBe(0);
  return rack;
}

async function keyFindings(rack: ReturnType<typeof makeRack>, tool: string) {
  const { document } = await rack.json<Report>(['doctor', tool]);
  return document.checks.filter(({ check, subject }) => check === 'key' && subject === tool);
}

describe.skipIf(process.platform === 'win32')('an older key whose record is lost', () => {
  it.each([
    ['kimi', '.kimi-code/config.toml', 'providers.modelrack.api_key'],
    ['droid', '.factory/settings.json', 'customModels.entry.apiKey'],
    ['goose', '.config/goose/custom_providers/modelrack.json', 'headers.Authorization'],
    ['aider', '.aider.conf.yml', 'openai-api-key'],
    ['qwen-code', '.qwen/settings.json', 'env.MODELRACK_API_KEY'],
    ['pi', '.pi/agent/models.json', 'providers.modelrack.apiKey'],
  ])('%s: doctor, remove and forget name where it is: %s', async (tool, file, place) => {
    const rack = await setUpTwice(tool, file, older);
    expect(rack.read(file)).toContain(older);
    const [finding] = await keyFindings(rack, tool);
    expect(finding?.evidence).toMatch(new RegExp(`^${place}`));
    const line = new RegExp(`^${tool}: .*~/${file} stays?, with a key: there is no record`, 'm');
    const removed = await rack.run(['remove', '--yes']);
    expect(removed.stdout + removed.stderr).toMatch(line);
    const forgotten = await rack.run(['connections', 'forget', 'modelrack']);
    expect(forgotten.code).toBe(0);
    expect(forgotten.stdout + forgotten.stderr).toMatch(line);
    for (const { stdout, stderr } of [removed, forgotten]) expect(stdout + stderr).not.toContain(older);
  });

  it('says nothing of the key that the connection has', async () => {
    const rack = await setUpTwice('kimi', '.kimi-code/config.toml', key);
    expect(await keyFindings(rack, 'kimi')).toEqual([]);
    await rack.run(['remove', '--yes']);
    const { stdout, stderr } = await rack.run(['connections', 'forget', 'modelrack']);
    expect(stdout + stderr).not.toContain('kimi');
  });
});
