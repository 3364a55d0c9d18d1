import { defineConfig } from '@adonisjs/core/bodyparser'
import { incomingPath } from '#app/files/incoming'

export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: { convertEmptyStringsToNull: true, types: ['application/x-www-form-urlencoded'] },
  json: { convertEmptyStringsToNull: true, types: ['application/json'], limit: '2mb' },
  multipart: {
    autoProcess: true,
    convertEmptyStringsToNull: true,
    processManually: [],
    limit: '220mb',
    tmpFileName: incomingPath,
    types: ['multipart/form-data'],
  },
})
