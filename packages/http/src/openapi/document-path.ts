/** The path of the API's own description. It needs no credential, because the document is the same for every caller. */
export const DOCUMENT_PATH = '/v1/openapi.json';
