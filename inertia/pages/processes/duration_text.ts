const number = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })

/** How long something took, as people say it: «0,4 s», «2 min 5 s», «1 h 3 min». */
export function durationText(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 60_000) return `${number.format(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}
