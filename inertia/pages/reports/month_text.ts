const month = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month `YYYY-MM` as people say it. */
export const monthText = (text: string): string => month.format(new Date(`${text}-01T00:00:00Z`))
