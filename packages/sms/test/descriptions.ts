import { readFileSync } from 'node:fs';
import { parseUrl } from '@stepward/core/adapter';
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv';
import { PROVIDERS, type ProviderName } from './providers.js';

/** Checks a request as the provider's own description does; `descriptions/README.md` says where each is from. */
export function descriptionOf(provider: ProviderName): ValidateFunction {
  const file = new URL(`descriptions/${provider}.json`, import.meta.url);
  const description = JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject;
  switch (PROVIDERS[provider].description) {
    case 'OpenAPI':
      return ofOpenApi(description);
    case 'AWS API model':
      return new Ajv().compile(
        schemaOf(description['operations'].SendTextMessage.input, description),
      );
    case 'JSON Schema':
      return new Ajv({ formats: FORMATS }).compile(description);
    case null:
      throw new Error(`${provider} has no description`);
  }
}

const FORMATS = {
  uri: (text: string) => parseUrl(text) !== null,
  'phone-number': /^\+[1-9][0-9]{1,14}$/,
  'date-time': true,
} as const;

/** The one form of an OpenAPI document. Its fields are texts, and no other fields may be there. */
function ofOpenApi(document: AnySchemaObject): ValidateFunction {
  const [path = {}] = Object.values<AnySchemaObject>(document['paths']);
  const { schema } = path['post'].requestBody.content['application/x-www-form-urlencoded'];
  const ajv = new Ajv({ formats: FORMATS, strict: false, coerceTypes: true });
  const { components } = document;
  return ajv.compile({ ...schema, components, additionalProperties: false });
}

/** A shape of an API model of AWS as JSON Schema: without a type it is a text. */
function schemaOf(shape: AnySchemaObject, model: AnySchemaObject): AnySchemaObject {
  if ('shape' in shape) return schemaOf(model['shapes'][shape['shape']], model);
  const { type = 'string', required = [], members = {}, value } = shape;
  if (type === 'map') return { type: 'object', additionalProperties: schemaOf(value, model) };
  if (type !== 'structure') return { type };
  const properties = Object.entries<AnySchemaObject>(members).map(([name, member]) => [
    name,
    schemaOf(member, model),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
}
