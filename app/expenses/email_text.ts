import { DomainError } from '#app/kernel/domain_error'

/** What a text may name, and how it is filled in. */
export const VARIABLES = ['nombre', 'numero', 'empresa', 'importe', 'motivo', 'enlace_estado'] as const
export type Variables = Record<(typeof VARIABLES)[number], string>

const NAMED = /\{([^{}\s]{1,40})\}/g

/** Throws at `field` for a variable that nobody fills in. */
export function refuseUnknownVariables(text: string, field: string): void {
  for (const [, name = ''] of text.matchAll(NAMED))
    if (!(VARIABLES as readonly string[]).includes(name))
      throw new DomainError('E_VARIABLE', `Variable desconocida: {${name}}.`, { field })
}

/** The text with its variables filled in, in one go: what is filled in is not read again. */
export function fillText(text: string, variables: Variables): string {
  return text.replaceAll(NAMED, (whole, name: string) =>
    Object.hasOwn(variables, name) ? variables[name as keyof Variables] : whole
  )
}
