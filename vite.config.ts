import adonisjs from '@adonisjs/vite/client'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), adonisjs({ entryPoints: ['inertia/app.tsx'], reload: ['resources/views/**/*.edge'] })],
  resolve: {
    alias: {
      '~/': `${import.meta.dirname}/inertia/`,
      '#app/kernel/': `${import.meta.dirname}/app/kernel/`,
      '@generated/': `${import.meta.dirname}/.adonisjs/client/`,
    },
  },
  optimizeDeps: {
    include: ['@mantine/core', '@mantine/hooks', '@mantine/notifications', '@mantine/dropzone'],
  },
})
