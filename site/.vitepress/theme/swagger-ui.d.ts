/** The parts of Swagger UI that the viewer loads, which have no types of their own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  const createSwaggerUi: (options: Readonly<Record<string, unknown>>) => unknown;
  export default createSwaggerUi;
}

declare module 'swagger-ui-dist/swagger-ui.css?inline' {
  const css: string;
  export default css;
}

declare module '*.css';
