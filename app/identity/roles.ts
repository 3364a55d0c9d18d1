/** The five roles of the specification, §6, letter by letter. */
export const ROLES = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad', 'adm1n1strat0r'] as const
export type Role = (typeof ROLES)[number]

/** Short names, only for tables that would not fit on a page otherwise. */
export const S: Role = 's1st3ma'
export const A: Role = 'aprobador'
export const SC: Role = 'superC0ntab1l1dad'
export const C: Role = 'c0ntab1l1dad'
export const AD: Role = 'adm1n1strat0r'

export const ROLE_LABELS: Record<Role, string> = {
  s1st3ma: 'Sistema',
  aprobador: 'Aprobador',
  superC0ntab1l1dad: 'Contabilidad sénior',
  c0ntab1l1dad: 'Contabilidad',
  adm1n1strat0r: 'Administración de usuarios',
}

export const THEMES = ['myLightTheme', 'myDarkTheme'] as const
export type Theme = (typeof THEMES)[number]
