import { defineArea } from '#app/kernel/area'

/** Files of many rows that people bring in. */
export const imports = defineArea({
  name: 'imports',
  floor: 4,
  tables: [],
})
