import { useData, withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref, watchEffect } from 'vue';

/** The badges have too little contrast. */
const STYLE = `
.swagger-ui .opblock .opblock-summary-method { background: #3b4151 !important; color: #fff !important }
`;

/** The operations alone: Swagger UI's own layout has the title, servers and another main landmark. */
const operationsLayout = ({ React }: System) => ({
  components: {
    OperationsLayout: ({ getComponent, specSelectors }: System) =>
      specSelectors.loadingStatus() === 'success'
        ? React.createElement(
            'div',
            { className: 'swagger-ui' },
            React.createElement(getComponent('operations', true)),
          )
        : null,
  },
});

/** What Swagger UI gives its plugins, as far as it is used. */
interface System {
  readonly React: { createElement(...args: readonly unknown[]): unknown };
  readonly getComponent: (name: string, container: boolean) => unknown;
  readonly specSelectors: { loadingStatus(): string };
}

/** Shows `docs/openapi.json` with Swagger UI, whose code and style are loaded only where this is. */
export const OpenApiViewer = defineComponent({
  setup() {
    const { isDark } = useData();
    const style = ref('');
    const element = ref<HTMLElement>();
    onMounted(async () => {
      const [{ default: css }, { default: createSwaggerUi }] = await Promise.all([
        import('swagger-ui-dist/swagger-ui.css?inline'),
        import('swagger-ui-dist/swagger-ui-es-bundle.js'),
      ]);
      style.value = css + STYLE;
      watchEffect(() => document.documentElement.classList.toggle('dark-mode', isDark.value));
      createSwaggerUi({
        domNode: element.value,
        url: withBase('/openapi.json'),
        supportedSubmitMethods: [],
        plugins: [operationsLayout],
        layout: 'OperationsLayout',
      });
    });
    return () => [h('style', style.value), h('div', { ref: element })];
  },
});
