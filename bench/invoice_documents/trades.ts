import { WIDE_TRADES } from './trades_wide.js'
import type { Language } from './words.js'

/** What one sort of supplier sells. Each item: wording, unit, price from and to in cents, tax rate in Spain. */
export interface Trade {
  names: readonly string[]
  items: readonly Item[]
  /** Quantities with decimals (kilos, kWh) instead of whole pieces. */
  isWeighed?: boolean
}

export interface Item {
  text: string
  unit: string
  low: number
  high: number
  rate: number
}

/** One item a line: "wording | unit | lowest price | highest price | rate". */
function items(list: string): Item[] {
  return list
    .trim()
    .split('\n')
    .map((row) => {
      const [text = '', unit = '', low = '', high = '', rate = ''] = row.split('|').map((cell) => cell.trim())
      return { text, unit, low: Number(low), high: Number(high), rate: Number(rate) }
    })
}

export const TRADES = {
  laundry: {
    names: [
      'Lavandería Industrial Albufera, S.L.',
      'Textiles y Renting Nazarí, S.A.',
      'Bugaderia Tramuntana, S.L.',
      'Servicios de Lencería Aljibe, S.L.U.',
    ],
    items: items(`Sábana 180x290 lavado y planchado|ud|68|95|21
      Toalla de baño rizo 500 g|ud|42|60|21
      Albornoz adulto|ud|120|185|21
      Mantel 150x150 blanco|ud|75|110|21
      Servilleta 50x50|ud|18|26|21
      Funda nórdica 220|ud|140|190|21
      Uniforme cocina (chaqueta)|ud|95|160|21
      Kg ropa lisa|kg|110|175|21
      Recogida y entrega en establecimiento|serv|1500|2400|21`),
  },
  food: {
    names: [
      'Frutas y Verduras Hermanos Zubiaur, C.B.',
      'Distribuciones Alimentarias Guadiamar, S.L.',
      'Cárnicas Peña Trevinca, S.A.',
      'Pescados Lonja Nueva, S.L.',
      'Mayorista del Gusto Almanzora, S.L.',
      'Obrador Panadero La Espiga Alta, S.C.',
      'Gourmet Ibérico Dehesa Vieja, S.L.',
    ],
    isWeighed: true,
    items: items(`Tomate pera extra|kg|110|240|4
      Aceite de oliva virgen extra garrafa 5 L|ud|2650|3990|4
      Solomillo de ternera s/h|kg|2190|3250|10
      Merluza de pincho 3/4|kg|1280|1990|10
      Harina de fuerza saco 25 kg|saco|1450|2100|4
      Vino tinto crianza D.O. 75 cl|bot|480|1150|21
      Cerveza barril 30 L|barril|6200|8900|21
      Queso curado oveja|kg|1190|1780|4
      Huevos L (30 ud)|cart|480|760|4
      Jamón ibérico cebo 50 %|kg|1890|2650|10
      Agua mineral 1,5 L pack 6|pack|210|340|10
      Patata agria|kg|65|120|4
      Gamba blanca congelada 2 kg|caja|2450|3890|10
      Nata 35 % MG 1 L|ud|310|420|10`),
  },
  power: {
    names: [
      'Comercializadora Eléctrica Solarpen, S.A.U.',
      'Energía del Cierzo Comercial, S.L.',
      'Gas y Luz Tajamar, S.A.',
    ],
    items: items(`Término de potencia P1|kW|320|410|21
      Término de potencia P2|kW|140|210|21
      Energía activa punta|kWh|16|24|21
      Energía activa llano|kWh|12|15|21
      Energía activa valle|kWh|8|11|21
      Excesos de reactiva|kVArh|4|7|21
      Alquiler de equipos de medida|mes|81|290|21
      Impuesto sobre la electricidad|%|4500|9800|21`),
  },
  water: {
    names: [
      'Aigües de la Serra Baixa, S.A.',
      'Aguas Municipales de Valdearroyo, S.A.',
      'Ciclo Integral Marisma, S.A.U.',
    ],
    items: items(`Cuota de servicio abastecimiento|mes|1420|3890|10
      Consumo bloque 1 (0-60 m³)|m³|62|98|10
      Consumo bloque 2 (> 60 m³)|m³|115|180|10
      Alcantarillado cuota fija|mes|680|1150|10
      Depuración|m³|38|62|10
      Conservación de contador|mes|110|240|21`),
  },
  cleaning: {
    names: ['Limpiezas Brillamar, S.L.', 'Facility Norte Integral, S.L.', 'Higiene Hostelera Sabadell, S.L.'],
    items: items(`Limpieza diaria zonas comunes|h|1450|1890|21
      Camareras de piso refuerzo|h|1320|1690|21
      Cristalero con grúa, fachada sur|serv|28000|46000|21
      Detergente alcalino 10 L|garrafa|1890|2990|21
      Bobina secamanos (pack 6)|pack|1640|2290|21
      Control de plagas trimestral|serv|9500|15500|21`),
  },
  law: {
    names: [
      'Bufete Arrizabalaga y Soto Abogados, S.L.P.',
      'Mercedes Quiroga Valdivieso',
      'Iñaki Etxeberria Landa',
      'Notaría Fernández-Solís, C.B.',
    ],
    items: items(`Redacción y negociación de contrato de arrendamiento|h|9000|14000|21
      Asistencia a juicio, procedimiento ordinario|ud|65000|120000|21
      Informe sobre licencia de actividad|ud|38000|72000|21
      Provisión y gestión de expediente sancionador|ud|24000|41000|21
      Asesoramiento laboral mensual|mes|29000|58000|21`),
  },
  rent: {
    names: [
      'Patrimonial Duque de Alba 9, S.L.',
      'Carmen Ibarrola Sanchís',
      'Inmuebles Reunidos del Turia, S.A.',
      'Herederos de Baltasar Oliu, C.B.',
    ],
    items: items(`Renta local comercial planta baja|mes|180000|640000|21
      Repercusión IBI (1/12)|mes|12000|48000|21
      Gastos de comunidad|mes|9500|28000|21
      Alquiler plaza de garaje nº 14|mes|8500|13500|21`),
  },
  works: {
    names: [
      'Reformas y Obras Tajuña, S.L.',
      'Instalaciones Climafrío Betanzos, S.L.',
      'Ascensores Verticalia, S.A.',
      'Carpintería Metálica Hnos. Pazos, S.C.',
      'Kiroldegi Instalazioak, S.L.',
    ],
    items: items(`Sustitución compresor cámara frigorífica|ud|89000|164000|21
      Mano de obra oficial 1ª|h|2900|4200|21
      Desplazamiento|ud|3500|6500|21
      Alicatado baño habitación (m²)|m²|3200|4890|21
      Mantenimiento preventivo trimestral|trim|21000|46000|21
      Material eléctrico diverso|pa|8400|22400|21
      Certificación nº 2 según presupuesto|pa|240000|560000|21`),
  },
  supplies: {
    names: [
      'Menaje Profesional Olid, S.L.',
      'Papelería y Oficina Cervantes 12, S.L.',
      'Uniformes Laborales Duero, S.A.',
      'Suministros Hosteleros Ebro Medio, S.L.',
      'Ferretería Almirante, S.L.',
      'Amenities & Spa Ibérica, S.L.',
    ],
    items: items(`Copa gran reserva 58 cl (caja 6)|caja|2390|4190|21
      Plato llano 27 cm porcelana|ud|390|720|21
      Resma papel A4 80 g|ud|390|560|21
      Tóner negro alta capacidad|ud|6900|11900|21
      Gel de baño dosificador 30 ml|ud|19|38|21
      Zapatilla cerrada rizo|par|62|98|21
      Tarjeta llave RFID impresa|ud|41|66|21
      Cubo pedal 30 L inox|ud|2890|4590|21
      Libro de reclamaciones|ud|650|990|4
      Guantes nitrilo talla M (100)|caja|480|890|21`),
  },
  commission: {
    names: [
      'Escapadas Online Marketplace, S.L.',
      'Reservas Directas Iberia, S.A.',
      'Central de Viajes Meridiano, S.L.U.',
    ],
    items: items(`Comisión reservas alojamiento 15 %|ud|82000|298000|21
      Programa de visibilidad|ud|9900|24900|21
      Comisión pasarela de pago 1,4 %|ud|6200|28800|21
      Cargo por no presentación (gestión)|ud|1500|4500|21`),
  },
  telecom: {
    names: ['Telefonía y Datos Bidasoa, S.A.', 'Fibra Óptica Comarcal, S.L.', 'Nubosa Hosting, S.L.'],
    items: items(`Fibra simétrica 1 Gb sede|mes|4900|8900|21
      Línea móvil ilimitada|línea|1290|2190|21
      Centralita virtual por extensión|ext|590|990|21
      Licencia PMS por habitación|hab|410|690|21
      Consumos fuera de tarifa|pa|120|1900|21`),
  },
  transport: {
    names: [
      'Transportes Frigoríficos Monegros, S.L.',
      'Taxi y VTC Alameda, S. Coop.',
      'Mudanzas y Portes Vega Baja, S.L.',
    ],
    items: items(`Porte refrigerado Valencia - Granada|viaje|28000|46000|21
      Traslado aeropuerto - hotel|serv|2800|4900|10
      Autocar 54 plazas medio día|serv|29500|42000|10
      Seguro de mercancía|ud|900|2500|21
      Paralización por hora|h|3800|4600|21`),
  },
  bar: {
    names: [
      'Mesón El Candil de Tirso, S.L.',
      'Estación de Servicio Las Lomas, S.L.',
      'Supermercado Barrio Alto, S.L.',
      'Farmacia Lda. Ruiz-Olmedo, C.B.',
      'Cafetería Pasaje Doré, S.L.',
    ],
    items: items(`Menú del día|ud|1390|1790|10
      Café con leche|ud|150|220|10
      Bocadillo jamón|ud|480|690|10
      Agua mineral 50 cl|ud|140|210|10
      Servilletas 200 ud|ud|185|320|21
      Bolsas hielo 2 kg|ud|150|240|10
      Pilas AA pack 4|ud|395|590|21
      Tarta de queso ración|ud|490|650|10`),
  },
  foreign: { names: [], items: [] },
  ...WIDE_TRADES,
} satisfies Record<string, Trade>

export type TradeName = keyof typeof TRADES

/** Suppliers and items of other countries and languages; rates there are the country's own. */
export const ABROAD: Partial<Record<Language, Trade & { country: string; cities: readonly string[] }>> = {
  en: {
    country: 'IE',
    cities: ['14 Ormond Quay|D01 X2P7|Dublin', '221 Fitzwilliam Row|D02 KV60|Dublin'],
    names: ['Ratecast Revenue Systems Ltd', 'Larkhill Booking Technologies Ltd', 'Greyport Software Ltd'],
    items: items(`Channel manager subscription, Pro plan|month|9900|24900|23
      Commission on completed stays|pcs|45000|168000|23
      API calls above plan (per 1,000)|k|40|90|23
      Onboarding and training session|hour|8500|14000|23`),
  },
  de: {
    country: 'DE',
    cities: ['Lindenstraße 48|50674|Köln', 'Am Alten Hafen 3|20457|Hamburg'],
    names: [
      'Brückner Großküchentechnik GmbH',
      'Hopfenau Getränkehandel GmbH & Co. KG',
      'Wäscheservice Tannwald GmbH',
    ],
    items: items(`Kombidämpfer Ersatzdichtung|Stk|4890|8900|19
      Spülmaschinenkorb 50x50|Stk|1890|2990|19
      Fracht und Verpackung|psch|3900|9800|19
      Montagestunde Techniker|Std|6800|9200|19
      Messerset geschmiedet, 5-teilig|Set|11900|18900|19`),
  },
  fr: {
    country: 'FR',
    cities: ['12, rue des Tanneurs|33000|Bordeaux', '7 bis, quai Saint-Vincent|69001|Lyon'],
    names: ['Maison Delorme Arts de la Table SAS', 'Caves Roussillac SARL', 'Hôtel-Conseil Beaumarchais SAS'],
    items: items(`Assiette creuse grès 23 cm|pce|690|1290|20
      Champagne brut 75 cl|btl|2190|3490|20
      Transport et emballage|forf|2900|7900|20
      Mission d’audit qualité (jour)|jour|62000|84000|20`),
  },
  it: {
    country: 'IT',
    cities: ['Via dei Cappellari 22|20123|Milano', 'Corso Garibaldi 118|84122|Salerno'],
    names: ['Torrefazione Bellavista S.r.l.', 'Marmi e Arredi Lunigiana S.p.A.'],
    items: items(`Caffè in grani miscela bar 1 kg|kg|1290|2190|22
      Macchina espresso 2 gruppi - noleggio|mese|9900|16900|22
      Lastra marmo di Carrara levigata|mq|8900|14900|22
      Trasporto franco destino|n.|4900|12900|22`),
  },
  pt: {
    country: 'PT',
    cities: ['Rua do Almada, 310|4050-032|Porto', 'Av. 5 de Outubro, 88|1050-060|Lisboa'],
    names: ['Têxteis Lar do Ave, Lda', 'Conservas Ria Formosa, S.A.'],
    items: items(`Lençol percal 300 fios 180x290|un|1890|2990|23
      Atoalhado banho 550 g|un|690|1190|23
      Conserva de atum em azeite (cx 24)|cx|4890|6990|23
      Portes de envio|un|1500|4900|23`),
  },
  nl: {
    country: 'NL',
    cities: ['Keizersgracht 914|1017 EL|Amsterdam', 'Havenweg 27|3089 JK|Rotterdam'],
    names: ['Waterland Reserveringen B.V.', 'De Bloemenveiler Export B.V.'],
    items: items(`Commissie reserveringen|st|38000|129000|21
      Tulpen gemengd, bos 50|bos|1190|1990|9
      Preferred partner programma|mnd|4900|14900|21
      Vrachtkosten koeltransport|rit|18900|32900|21`),
  },
}
