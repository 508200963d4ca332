/**
 * ESLint rule: a neverthrow Result may not be dropped.
 *
 * A dropped Result hides an error: a request whose transition was refused would be answered with success. Reports a
 * statement that is nothing but an expression of type Result or ResultAsync, or a promise of one, awaited or not.
 * `void expression` states that dropping it is intended. Works on hosts' code as well: docs/results.md.
 */
import { AST_NODE_TYPES, ESLintUtils } from '@typescript-eslint/utils';

const createRule = ESLintUtils.RuleCreator.withoutDocs;
const resultTypes = new Set(['Ok', 'Err', 'ResultAsync']);

const rule = createRule({
  meta: {
    type: 'problem',
    docs: { description: 'A neverthrow Result may not be dropped.' },
    messages: {
      dropped: 'This Result is dropped, and its error with it: return it or look at it.',
    },
    schema: [],
  },
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();

    return {
      ExpressionStatement(node) {
        // An assignment also evaluates to a Result, but then a variable holds it.
        if (node.expression.type === AST_NODE_TYPES.AssignmentExpression) return;
        const type = services.getTypeAtLocation(node.expression);
        if (holdsResult(type) || holdsResult(checker.getAwaitedType(type))) {
          context.report({ node, messageId: 'dropped' });
        }
      },
    };
  },
});

/** The same rule under the name that ESLint's own types know; those of typescript-eslint differ in `readonly` alone. */
export const mustUseResult = /** @type {import('eslint').Rule.RuleModule} */ (
  /** @type {unknown} */ (rule)
);

/** @param {import('typescript').Type | undefined} type */
function holdsResult(type) {
  if (!type) return false;
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => isFromNeverthrow(part.symbol));
}

/** @param {import('typescript').Symbol | undefined} symbol undefined for a primitive type */
function isFromNeverthrow(symbol) {
  if (!symbol || !resultTypes.has(symbol.name)) return false;
  return (symbol.declarations ?? []).some((declaration) =>
    /\/(?:neverthrow|@stepward\/core)\//.test(declaration.getSourceFile().fileName),
  );
}
