import { defineConfig } from '@adonisjs/static'
import { publicFileHeaders } from '#app/web/packed_files'

export default defineConfig({
  enabled: true,
  etag: true,
  lastModified: true,
  dotFiles: 'ignore',
  headers: publicFileHeaders,
})
