import { defineArea } from '#app/kernel/area'

/** Stored files. */
export const files = defineArea({
  name: 'files',
  floor: 1,
  tables: ['files'],
})
