import { VIOLATION_RULES } from '@stepward/core/adapter';

/** A `ProblemDocument` as JSON Schema; each response narrows its `code` and `reason`. */
export const problemSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457). A host may give all problems a shape of its own.',
  properties: {
    type: { type: 'string', format: 'uri', description: '`urn:stepward:problem:<reason>`' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    reason: {
      type: 'string',
      description: 'The finer code. One reason has one status and one code.',
    },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'As the caller spelled it, with a path into it.' },
          rule: { enum: Object.keys(VIOLATION_RULES) },
          limit: {
            anyOf: [
              { type: 'string' },
              { type: 'integer' },
              { type: 'boolean' },
              { type: 'null' },
              { type: 'array', items: { type: 'string' } },
            ],
            description: 'What the rule allows; null where that says nothing.',
          },
          value: {
            description:
              'The value that was sent; the first 256 characters of its JSON, as a string, where that is longer; null where it is not repeated.',
          },
        },
        required: ['field', 'rule', 'limit', 'value'],
        additionalProperties: false,
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'reason', 'request_id'],
  additionalProperties: false,
} as const;
