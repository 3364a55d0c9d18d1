import { defineArea } from '#app/kernel/area'

/**
 * Companies and people as every area names them: by key, code and name. What may be done with them is told above, by `sites` and
 * `identity`, which write them.
 */
export const directory = defineArea({
  name: 'directory',
  floor: 1,
  tables: ['sites', 'users'],
})
