const BASE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws'

/** Namespaces of AEAT's schemas and of the envelope, by the prefix that is written here. */
export const NAMESPACES = {
  sf: `${BASE}/SuministroInformacion.xsd`,
  sfLR: `${BASE}/SuministroLR.xsd`,
  sfR: `${BASE}/RespuestaSuministro.xsd`,
  sfE: `${BASE}/EventosSIF.xsd`,
  soapenv: 'http://schemas.xmlsoap.org/soap/envelope/',
} as const

/** The attribute that declares a prefix. */
export const declares = (prefix: keyof typeof NAMESPACES): string => `xmlns:${prefix}="${NAMESPACES[prefix]}"`
