type PhaseRow = {
  name: string
  procedure_kinds: string[]
  position: number
  default_days: number | null
  requires_file: boolean
  requires_payment: boolean
  colour: string
}

const COURTS = ['civil', 'commercial', 'labour', 'contentious', 'criminal']
const OFFICES = ['administrative', 'licence', 'other']

/** Phases that procedures begin with (area 30); every company changes them as it works. */
export const PHASES: PhaseRow[] = (
  [
    ['Conciliación', ['labour'], 20, true, false, 'teal'],
    ['Demanda', COURTS, 30, true, false, 'blue'],
    ['Contestación', COURTS, 20, true, false, 'blue'],
    ['Audiencia previa', ['civil', 'commercial'], 90, false, false, 'violet'],
    ['Juicio', COURTS, 180, false, false, 'violet'],
    ['Sentencia', COURTS, 60, true, false, 'green'],
    ['Recurso', COURTS, 20, true, false, 'amber'],
    ['Ejecución', COURTS, 180, false, false, 'red'],
    ['Solicitud', OFFICES, 30, true, false, 'blue'],
    ['Tasas y publicaciones', OFFICES, 15, false, true, 'amber'],
    ['Resolución', OFFICES, 90, true, false, 'green'],
    ['Notaría', ['notarial', 'registry'], 15, true, true, 'teal'],
    ['Registro', ['notarial', 'registry'], 30, true, true, 'green'],
  ] as const
).map(([name, kinds, days, requiresFile, requiresPayment, colour], index) => ({
  name,
  procedure_kinds: [...kinds],
  position: index + 1,
  default_days: days,
  requires_file: requiresFile,
  requires_payment: requiresPayment,
  colour,
}))
