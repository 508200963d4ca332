import { enhanceAppWithTabs } from 'vitepress-plugin-tabs/client';
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './contrast.css';
import { OpenApiViewer } from './open-api-viewer.js';

/** VitePress's own theme in the fonts of the system, with tabs and a viewer of the OpenAPI document. */
export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    enhanceAppWithTabs(app);
    app.component('OpenApiViewer', OpenApiViewer);
  },
} satisfies Theme;
