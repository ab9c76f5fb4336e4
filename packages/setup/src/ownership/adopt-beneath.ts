import { loadEditor, type Edit } from '@modelrack/config-edit';
import { pathOf, type Claims } from '../ledger/claims.ts';
import { isOf } from '../ledger/layers.ts';
import type { OpenFile } from '../open-file/draft.ts';
import { readDocument } from '../open-file/parse-file.ts';
import { adopt, type Adopted, type Lost } from './adopt.ts';

export interface AdoptedBeneath extends Adopted {
  /** The same ones, as if the record had known what is adopted: where another connection covers it, it lies beneath. */
  readonly files: readonly OpenFile[];
}

/**
 * As `adopt`, also of what another connection has covered since the record was lost: it took that for the user's, and
 * would bring it back when it leaves.
 */
export async function adoptBeneath(lost: Lost): Promise<AdoptedBeneath> {
  const isKnown = lost.files.some(({ claims }) => claims !== undefined);
  const views = isKnown ? lost.files : await Promise.all(lost.files.map(withoutCovers));
  const { claims, isWhole } = adopt({ ...lost, files: views });
  const found = lost.files.map((file, index) => {
    const view = views[index] ?? file;
    const own = claims.get(view);
    return { file: own === undefined || Object.keys(own).length === 0 ? file : withLayer(file, own), own };
  });
  return {
    files: found.map(({ file }) => file),
    claims: new Map(found.flatMap(({ file, own }) => (own === undefined ? [] : [[file, own] as const]))),
    isWhole,
  };
}

function withLayer(file: OpenFile, own: Claims): OpenFile {
  return { ...file, owners: { ...file.owners, [file.connection]: own } };
}

/** As it was before others of ours covered something in it. */
async function withoutCovers(file: OpenFile): Promise<OpenFile> {
  const { spec, document, state, owners } = file;
  const layers = Object.values(owners).flatMap((claims) => Object.entries(claims));
  const covered = layers.flatMap(([key, { before }]): Edit[] => {
    const isOthers = before !== undefined && layers.some(([other, claim]) => other === key && isOf(claim, before));
    return before === undefined || isOthers ? [] : [{ op: 'set', path: pathOf(key), ...before }];
  });
  if (covered.length === 0) return file;
  const editor = await loadEditor(spec.format);
  return { ...file, document: await readDocument(spec, editor.edit(document, covered).bytes, state.path) };
}
