import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { entitiesPlugin } from './build/entities-plugin.ts';
import { frameFirstPlugin } from './build/frame-first-plugin.ts';
import { contractsPlugin } from './contracts-plugin.ts';

/** Where a gateway answers while pages are developed with `vite`. */
const API = process.env['MUSTER_API_URL'] ?? 'http://127.0.0.1:3100';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractsPlugin(), entitiesPlugin(), frameFirstPlugin()],
  build: {
    target: 'es2024',
    // The policy of the page allows no inline script, style or font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Pages that are handed on have the licences of what they are made of with them.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  // Sessions are opened for pages of the gateway's own origin only.
  server: { proxy: { '/api': { target: API, changeOrigin: true, headers: { origin: API } } } },
});
