import { readApart } from '#app/files/apart/read_apart'
import type { readPain002 } from '#app/payments/files/pain002'
import type { readPain001 } from '#app/payments/files/read_pain001'

/** Messages of banks and payroll offices, read in a process with limits as tables are (`#app/files/apart/read_apart`). */
export const readPain001Apart = readApart<typeof readPain001>(
  '#app/payments/files/read_pain001',
  'readPain001'
)

export const readPain002Apart = readApart<typeof readPain002>('#app/payments/files/pain002', 'readPain002')
