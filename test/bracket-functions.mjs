import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

// The parser of the bundler.
const parser = createRequire(fileURLToPath(import.meta.resolve('tsdown'))).resolve('rolldown/parseAst');
const { parseAst } = await import(pathToFileURL(parser).href);

/**
 * The same program with brackets around those of its functions for which `isCalled` holds. A declared one becomes a
 * variable at the beginning of what it is declared in, where it has its value as early. Methods cannot have any.
 */
export function bracket(code, isCalled) {
  return written({ ...parseAst(code), start: 0, end: code.length });

  function written(node) {
    const body = node.type === 'Program' ? node : node.body;
    const statements = Array.isArray(body.body) ? body.body : [];
    const first = statements.find(({ directive }) => typeof directive !== 'string');
    const declared = new Set(statements.filter((one) => isOnlyOne(one, statements) && isCalled(one)));
    const start = first?.start ?? node.end;
    let [hoisted, before, after, at] = ['', '', '', node.start];
    const put = (text, place) => (place < start ? (before += text) : (after += text));
    const copy = (to) => {
      before += code.slice(at, Math.min(to, start));
      after += code.slice(Math.max(at, start), to);
      at = to;
    };
    for (const { inner, isPlain } of functionsIn(node)) {
      copy(inner.start);
      at = inner.end;
      const text = written(inner);
      if (declared.has(inner)) hoisted += `var ${inner.id.name}=(${text.replace(declaredName, '$1')});`;
      else put(isPlain && isCalled(inner) ? `(${text})` : text, inner.start);
    }
    copy(node.end);
    return `${before}${hoisted}${after}`;
  }
}

const declaredName = /^((?:async )?function(?:\s*\*)?)\s*[\w$]+(?=\s*\()/;

/** A function that is declared right there, once. */
function isOnlyOne(statement, statements) {
  const isSame = (one) => one.type === 'FunctionDeclaration' && one.id.name === statement.id.name;
  return statement.type === 'FunctionDeclaration' && statements.filter(isSame).length === 1;
}

/** The outermost functions within a node, in their order; `isPlain`: an expression, neither a method nor declared. */
function functionsIn(node) {
  return Object.values(node)
    .flatMap((value) =>
      (Array.isArray(value) ? value : [value]).flatMap((inner) => {
        if (typeof inner?.type !== 'string') return [];
        if (!/^(?:ArrowFunction|Function)Expression$|^FunctionDeclaration$/.test(inner.type)) return functionsIn(inner);
        const isMethod = node.type === 'MethodDefinition' || node.method === true || /^[gs]et$/.test(node.kind ?? '');
        return [{ inner, isPlain: inner.type !== 'FunctionDeclaration' && !isMethod }];
      }),
    )
    .toSorted((one, other) => one.inner.start - other.inner.start);
}
