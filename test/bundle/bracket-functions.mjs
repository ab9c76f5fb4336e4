import { parseAst } from './parse-ast.mjs';

/**
 * The same program with brackets around those of its functions for which `isCalled` holds. A declared one becomes a
 * variable at the beginning of what it is declared in, where it has its value as early. V8 does not look at brackets
 * around an arrow: where it knows nothing of what is around it, it becomes a function as well. Methods stay.
 */
export function bracket(code, isCalled) {
  return written({ ...parseAst(code), start: 0, end: code.length });

  function written(node, { start: from, end: to } = node) {
    const body = node.type === 'Program' ? node : node.body;
    const statements = Array.isArray(body.body) ? body.body : [];
    const first = statements.find(({ directive }) => typeof directive !== 'string');
    const declared = new Set(statements.filter((one) => isOnlyOne(one, statements) && isCalled(one)));
    const start = first?.start ?? to;
    let [hoisted, before, after, at] = ['', '', '', from];
    const put = (text, place) => (place < start ? (before += text) : (after += text));
    const copy = (end) => {
      before += code.slice(at, Math.min(end, start));
      after += code.slice(Math.max(at, start), end);
      at = end;
    };
    for (const { inner, isPlain } of functionsIn(node)) {
      if (inner.start < from) continue;
      copy(inner.start);
      at = inner.end;
      if (declared.has(inner)) hoisted += `var ${inner.id.name}=(${written(inner).replace(declaredName, '$1')});`;
      else put(isPlain && isCalled(inner) ? bracketed(inner) : written(inner), inner.start);
    }
    copy(to);
    return `${before}${hoisted}${after}`;
  }

  function bracketed(node) {
    if (node.type !== 'ArrowFunctionExpression') return `(${written(node)})`;
    if (knowsAround(node) || node.params.some((param) => functionsIn(param).length > 0)) return written(node);
    const body = written(node, node.body);
    const params = node.params.map(({ start, end }) => code.slice(start, end)).join(',');
    return `(${node.async ? 'async ' : ''}function(${params})${node.expression ? `{return ${body}}` : body})`;
  }
}

/** `this` and the like are those of the function around it. */
function knowsAround(node) {
  if (/^(?:ThisExpression|Super|MetaProperty)$/.test(node.type) || node.name === 'arguments') return true;
  return Object.values(node).some((value) =>
    (Array.isArray(value) ? value : [value]).some((inner) => typeof inner?.type === 'string' && knowsAround(inner)),
  );
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
