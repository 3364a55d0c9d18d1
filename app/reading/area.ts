import { defineArea } from '#app/kernel/area'

/** Reads documents: what is printed on a file becomes fields, lines and sums, each with its place and how sure it is. */
export const reading = defineArea({
  name: 'reading',
  floor: 2,
  tables: [],
})
