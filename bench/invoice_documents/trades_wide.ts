import type { Trade } from './trades.js'

/* What further sorts of suppliers sell. Each item: wording, unit, price from and to in cents, tax rate in Spain. */

function items(text: string): Trade['items'] {
  return text
    .trim()
    .split('\n')
    .map((row) => {
      const [text = '', unit = '', low = '', high = '', rate = ''] = row.split('|').map((cell) => cell.trim())
      return { text, unit, low: Number(low), high: Number(high), rate: Number(rate) }
    })
}

export const WIDE_TRADES = {
  ferry: {
    names: ['Navieras del Estrecho Balear, S.A.'],
    items: items(`Pasaje residente Palma-Ibiza|pax|1890|4290|10
      Vehículo hasta 5 m|ud|4500|9800|10
      Camarote doble exterior|ud|6900|12900|10
      Carga general por metro lineal|m|2900|5400|21
      Tasa portuaria pasajero|pax|210|390|10`),
  },
  upkeep: {
    names: ['Ascensores y Elevación Montseny, S.A.'],
    items: items(`Mantenimiento todo riesgo ascensor RAE 28-41207|mes|9900|18900|21
      Asistencia 24 h|mes|1900|3900|21
      Sustitución cable limitador|ud|14500|28900|21
      Inspección OCA periódica|ud|12900|19900|21
      Desplazamiento técnico|ud|3200|4900|21
      Mano de obra oficial 1ª|h|3900|5200|21`),
  },
  events: {
    names: ['Producciones Escénicas Aldebarán, S.L.'],
    items: items(`Actuación musical trío, salón principal|ud|45000|98000|21
      Equipo de sonido e iluminación|día|22000|48000|21
      Entrada adulto visita guiada|ud|900|1800|21
      Animación infantil (2 h)|ud|16000|29000|21
      Azafata de congresos|h|1500|2200|21`),
  },
  garden: {
    names: ['Viveros y Jardines Sotogrande Alto, S.L.'],
    items: items(`Mantenimiento de jardín y piscina|mes|38000|79000|21
      Poda de palmeras|ud|4500|7900|21
      Planta de temporada Ø 12|ud|140|290|10
      Sustrato universal 80 L|saco|690|1290|10
      Abono orgánico granulado 25 kg|saco|1190|1990|10
      Hipoclorito 13 % garrafa 25 L|ud|1490|2290|21`),
  },
  fish: {
    names: ['Lonja y Mariscos Ría de Arousa, S.L.'],
    isWeighed: true,
    items: items(`Mejillón de batea|kg|240|390|10
      Lubina estero 400/600|kg|990|1590|10
      Pulpo cocido patas|kg|2290|3390|10
      Almeja japónica|kg|1290|1990|10
      Bacalao desalado lomo|kg|1490|2290|10
      Hielo en escama|kg|12|25|21`),
  },
} satisfies Record<string, Trade>
