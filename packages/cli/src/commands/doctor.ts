import { isRackError } from '@modelrack/errors';
import { diagnose, type Examined } from '../doctor/diagnose.ts';
import type { Finding } from '../doctor/finding.ts';
import { reportText } from '../doctor/report.ts';
import type { Context, DoctorOptions } from '../world/context.ts';
import { exitCodeOf } from '../world/exit-code.ts';
import { ownToolSet, toolsOf } from '../tools/tools.ts';
import type { ToolSet } from '../tools/tool-set.ts';

/** Looks at every layer, goes on after a failure, and says what to do. */
export async function doctor(context: Context, names: readonly string[], options: DoctorOptions): Promise<number> {
  const known = await knownTools(context);
  const asked = { known, ids: names.map((name) => known.idOf(name)), options };
  let diagnosis = await diagnose(context, asked);
  let mended: readonly string[] = [];
  if (options.fix === true) {
    const { mendAll } = await import('../doctor/mend.ts');
    mended = await mendAll(context, diagnosis);
    if (mended.length > 0) diagnosis = await diagnose(context, asked);
  }
  const runs = options.run === true ? await ran(context, diagnosis.examined, options.yes === true) : [];
  const findings = [...diagnosis.findings, ...runs];
  await print(context, findings, options.fix === true ? mended : undefined);
  const failed = findings.find(({ severity }) => severity === 'fail');
  if (failed !== undefined) return exitCodeOf(failed.code ?? 'internal');
  // What was asked for, and was not done for want of an answer, is not fine either.
  return findings.some(({ code }) => code === 'missing-answer') ? exitCodeOf('missing-answer') : 0;
}

async function ran(context: Context, examined: readonly Examined[], isAgreed: boolean): Promise<readonly Finding[]> {
  const { runTools } = await import('../doctor/run-tool.ts');
  return runTools(context, examined, isAgreed);
}

/** A configuration that cannot be read names no packages; its fault is a finding. */
async function knownTools(context: Context): Promise<ToolSet> {
  try {
    return await toolsOf(context);
  } catch (error) {
    if (isRackError(error)) return ownToolSet();
    throw error;
  }
}

async function print(
  context: Context,
  findings: readonly Finding[],
  mended: readonly string[] | undefined,
): Promise<void> {
  const { printer } = context;
  // `status` is what scripts of the first release look at.
  const checks = findings.map(({ mend, ...one }) => ({ ...one, status: one.severity, fixable: mend !== undefined }));
  printer.document({ schema: 1, checks, ...(mended === undefined ? {} : { mended }) });
  for (const line of mended ?? []) printer.note(line);
  if (mended?.length === 0) printer.note('There is nothing that is safe to fix automatically.');
  const { home } = await context.machine();
  printer.result(reportText(findings, { columns: printer.columns, colours: printer.colours, home }));
}
