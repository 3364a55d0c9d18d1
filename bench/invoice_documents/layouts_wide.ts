import { type LayoutPlan, plansOf } from './layouts.js'

/*
 * A fourth set, to develop on: every layout has an arrangement and a wording of its own, drawn from what Spanish suppliers
 * send (utilities, upkeep, rents, certifications, prints of the usual programs, tickets, suppliers of the Union). The last part of a
 * row is the shape of its numbers.
 */
const PLANS = `
luz es power debit | Energías del Alto Tajo Comercialización, S.A.U. | PZZ601N#######
agua ca water debit | Aigües i Serveis de la Plana, S.A. | 2026-####-###
fibra es telecom debit brand one_rate | Telecomunicaciones Nexo Ibérico, S.A.U. | TA6C0#######
ascensor es upkeep debit one_rate | Ascensores y Elevación Montseny, S.A. | 26.#####.#
alquiler es rent w19 single | Bienes Raíces Hermanos Lizarraga, C.B. | ##/2026
minuta es law w15 suplidos one_rate | Leticia Monzón Abad | ##/26
certificacion es works one_rate | Construcciones y Reformas Valdelomar, S.L. | CO-26/###
elebiduna eu cleaning one_rate | Garbiketak Urumea, S.L. | ####
galega gl fish one_rate | Lonja y Mariscos Ría de Arousa, S.L. | A/26####
cooperativa ca food line_discounts | Agrícola Fruitera del Segre, S.C.C.L. | 26|######
recibi es rent w19 single no_iban no_due | Patrocinio Yuste Carrión | #
comision es commission reverse | Reservas Mediterráneo Online, S.L. | 16########
contaplus es supplies global_discount line_discounts | Suministros Hosteleros Ebro Sur, S.L. | 1 / 26####
nube es garden one_rate | Estudio Verde Paisajismo, S.L. | F2600##
odoo es supplies line_discounts one_rate | Ferretería Industrial Cantábrica, S.A. | FAC/2026/0####
a3 es law one_rate | Gestoría Plaza Mayor Asesores, S.L.P. | 2026####
formulario es works one_rate | Cerrajería Hermanos Tello, C.B. | ###
albaranes es food notes | Congelados Sierra Mágina, S.L. | 26FV0####
recargo es food re | Distribuciones Calahonda, S.L. | B-####
canarias es supplies igic | Suministros Roque Nublo, S.L. | 26-F-####
ceuta es supplies ipsi one_rate | Comercial Hispano Ceutí, S.L. | ####/2026
tarjetas es supplies one_rate | Mobiliario Contract Duero, S.L. | MC-26####
abono es supplies credit one_rate | Vajillas y Menaje La Rambla, S.L. | R-26###
anticipo es works paid one_rate | Instalaciones Térmicas Guadarrama, S.L. | F-26/0###
reja es works w7 one_rate no_due | Anselmo Barrientos Toribio | 26-##
pronto es food global_discount line_discounts one_rate | Bodegas y Destilados Tierra Alta, S.A. | 0026####
naviera es ferry card no_due | Navieras del Estrecho Balear, S.A. | NB######/26
evento es events one_rate | Producciones Escénicas Aldebarán, S.L. | ##-2026
gasolinera es bar simplified included card | Carburantes Ruta Sur, S.L. | 0##-######
asador es bar simplified included cash one_rate brand | Asador Casa Anastasio, S.L. | T2-####
brief de foreign reverse | Nordlicht Gastrotechnik GmbH | RE-2026-####
facture fr foreign reverse line_discounts | Linge de Maison Aubrac SAS | FA######
fatura pt foreign reverse line_discounts | Cortiças e Loiças do Minho, Lda | FT 2026/####
fattura it foreign reverse | Ceramiche Valdarno S.r.l. | ####/A
saas en foreign reverse no_iban | Pricebeacon Software Ltd | 7F3C##-00##
mercado es supplies included card no_due | Hogar y Descanso Levante, S.L. | ES6-INV-####
revista es events one_rate | Imprenta y Diseño Albaicín, S.L. | ###/26
taller es upkeep line_discounts one_rate | Talleres Mecánicos Ruiz y Soler, S.L. | T#####
series es cleaning one_rate | Desinfecciones Control Plaga Norte, S.L. | A|####
nube es events w15 one_rate | Marta Olmedilla Rueda | 2026-###
odoo ca supplies one_rate | Subministraments Hotelers Garrotxa, S.L. | INV/2026/####
contaplus es laundry one_rate | Tintorería Industrial Aranjuez, S.A. | 26 / ####
taller gl upkeep one_rate | Climatización Ría Baixa, S.L. | C-####
cooperativa es fish | Sociedad Cooperativa Andaluza Pescadores de Barbate | P|####
canarias es garden igic one_rate | Jardines del Atlántico Sur, S.L.U. | JA-####-26
anticipo es events paid one_rate | Congresos y Montajes Turia, S.L. | E26-###
`

export const widePlans = (): LayoutPlan[] => plansOf(PLANS, 'w')
