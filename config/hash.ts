import { defineConfig, drivers } from '@adonisjs/core/hash'
import app from '@adonisjs/core/services/app'

// About 60-150 ms a hash in production; tests make many users and need it cheap.
const cost = app.inTest ? 1024 : 32768

const hashConfig = defineConfig({
  default: 'scrypt',
  list: { scrypt: drivers.scrypt({ cost, blockSize: 8, parallelization: 1, maxMemory: 67_108_864 }) },
})

export default hashConfig

declare module '@adonisjs/core/types' {
  export interface HashersList extends InferHashers<typeof hashConfig> {}
}
