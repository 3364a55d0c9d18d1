const WEEKDAYS = ['Domingos', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábados']

/** A schedule as a person says it: «Cada 15 minutos», «Domingos, 03:40». */
export function cronInWords(cron: string | undefined): string {
  if (!cron) return 'Cuando hace falta'
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(/\s+/)
  const every = /^\*(?:\/(\d+))?$/.exec(minute)
  if (every && hour === '*') return everyMinutes(Number(every[1] ?? 1))
  if (hour === '*' && /^\d+$/.test(minute)) return `Cada hora, al minuto ${Number(minute)}`
  if (!/^\d+$/.test(minute) || !/^\d+$/.test(hour) || month !== '*') return cron
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (weekday === '*') return day === '*' ? `Cada día, ${at}` : ofMonth(day, at, cron)
  if (weekday === '1-5') return `Lunes a viernes, ${at}`
  const named = WEEKDAYS[Number(weekday) % 7]
  return named && day === '*' ? `${named}, ${at}` : cron
}

const everyMinutes = (minutes: number) => (minutes === 1 ? 'Cada minuto' : `Cada ${minutes} minutos`)

const ofMonth = (day: string, at: string, cron: string) =>
  /^\d+$/.test(day) ? `Día ${Number(day)} de mes, ${at}` : cron
