/**
 * Codes and names of the banks of Spain (positions 5 to 8 of an IBAN), one a line: the register of the Banco de España
 * of December 2022, three merged banks under today's name and the newer Revolut, N26 and Qonto.
 */
const registerText = `
0003 Banco de Depositos
0011 Allfunds Bank
0019 Deutsche Bank
0036 Santander Investment
0038 Santander Securities Services
0049 Banco Santander
0058 BNP Paribas España
0061 Banca March
0073 Openbank
0075 Banco Santander (antes Popular)
0078 Banca Pueyo
0081 Banco Sabadell
0083 Renta 4 Banco
0091 Banco de Albacete
0094 RBC Investor Services España
0108 Societe Generale
0113 Banco Industrial de Bilbao
0121 Banco Occidental
0122 Citibank España
0125 Bancofar
0128 Bankinter
0130 Banco Caixa Geral
0131 Novo Banco, S.A.
0132 Banco de Promocion de Negocios, S.A. (Promobanc)
0133 Nuevo Micro Bank
0136 Aresbank
0138 Bankoa
0144 BNP Paribas Securities Services
0145 Deutsche Bank, A.G.
0149 BNP Paribas S.A.
0151 Jpmorgan Chase Bank National Association
0152 Barclays Bank Plc
0154 Credit Agricole Corporate and Investment Bank
0155 Banco do Brasil Ag
0156 The Royal Bank of Scotland Plc
0159 Commerzbank Aktiengesellschaft
0160 The Bank of Tokyo-Mitsubishi UFJ, Ltd.
0162 HSBC Bank Plc
0167 BNP Paribas Fortis, S.A., N.V.
0169 Banco de la Nacion Argentina
0182 BBVA
0184 Banco Europeo de Finanzas
0186 Banco Mediolanum
0188 Banco Alcala
0190 Banco Bpi, S.A.
0196 Portigon Ag
0198 Banco Cooperativo Español
0200 Bank Degroof Petercam Spain
0211 EBN Banco de Negocios
0216 Targobank
0218 FCE Bank PLC
0219 Banque Marocaine Du Commerce Exterieur International
0220 Banco Finantia Sofinloc
0224 Santander Consumer Finance
0225 Banco Cetelem
0226 UBS Bank
0227 Unoe Bank
0229 Wizink Bank
0231 Dexia Credit Local
0232 Banco Inversis
0233 Popular Banca Privada
0234 Banco Caminos
0235 Banco Pichincha España
0237 Cajasur Banco
0238 Banco Pastor
0239 EVO Banco
0240 Banco de Credito Social Cooperativo
0241 A&G Banca Privada
0487 Banco Mare Nostrum
1000 Instituto de Crédito Oficial (ICO)
1123 Oficina de Representacion en España del Banco de la Nacion Argentina
1137 Oficina de Representacion en España de Banque Centrale Populaire
1156 Oficina de Representacion en España de the Bank of New York Mellon
1164 Oficina de Representacion en España de Brickell Bank
1177 Oficina de Representacion en España de Credit Industriel Et Commercial
1193 Oficina de Representacion en España de Pkb Privatbank Ag.
1202 Oficina de Representacion en España de Wells Fargo Bank, Na
1210 Oficina de Representacion en España de Banque Regionale D'Escompte Et de Depots
1234 Oficina de Representacion en España de Banco de la Provincia de Buenos Aires
1236 Oficina de Representacion en España de Landesbank Hessen-Thueringen Girozentrale
1246 Oficina de Representacion en España de Primer Banco Ahorro y Prestamo Vivienda Familiar, S.A. (Vivibanco)
1249 Oficina de Representacion en España de Norwich and Peterborough Building Society
1251 Oficina de Representacion en España de Privatbank Ihag Zürich
1255 Oficina de Representacion en España de Aareal Bank AG
1260 Oficina de Representacion en España de Nordea Bank
1267 Oficina de Representacion en España de Nykredit Realkredit A/S
1272 Oficina de Representacion en España de Bankhaus Jungholz AG
1277 Oficina de Representacion en España de Bancolombia
1281 Oficina de Representacion en España de Landsbanki Luxembourg, S.A. (En Suspension de Pagos)
1283 Oficina de Representacion en España de Banco Pichincha C.A.
1284 Oficina de Representacion en España de Schroder & Co. Bank AG
1285 Oficina de Representacion en España de Itau Bba International PLC
1286 Oficina de Representacion en España de Banco Bolivariano C.A.
1291 Oficina de Representacion en España de Mizuho Bank Nederland N.V.
1293 Oficina de Representacion en España de Banque Internationale Pour Le Mali
1294 Oficina de Representacion en España de Banco Ganadero
1295 Oficina de Representacion en España de Paypal (Europe) S.Á.R.L. y Cie, S.C.A.
1296 Oficina de Representacion en España de Leeds Building Society
1297 Oficina de Representacion en España de F. Van Lanschot Bankiers N.V.
1298 Oficina de Representacion en España de Societe Generale Marocaine de Banques
1299 Oficina de Representacion en España de Banco L.J. Carregosa
1300 Oficina de Representacion en España de Abn Amro Bank N.V.
1310 Oficina de Representacion en España de Banque de Developpement Du Mali
1312 Oficina de Representacion en España de Banque Privee Espirito Santo
1313 Oficina de Representacion en España de Itau Corpbanca
1315 Oficina de Representacion en España de Svenska Handelsbanken Ab (Publ)
1316 Oficina de Representacion en España de Towerbank International, Inc.
1317 Oficina de Representacion en España de Dnb Luxembourg
1318 Oficina de Representacion en España de Banque Transatlantique
1451 Caisse Regionale de Credit Agricole Mutuel Sud Mediterranee (Ariege Et Pyrenees Orientales), S.E.
1457 De Lage Landen International B.V.
1459 Cooperatieve Rabobank U.A.
1460 Credit Suisse Ag
1465 ING
1470 Banco Portugues de Investimento, S.A.
1472 Credit Agricole Leasing & Factoring
1473 Edmond de Rothschild (Europe)
1474 Citibank Europe Plc
1479 Natixis, S.A.
1480 Volkswagen Bank Gmbh
1482 John Deere Bank, S.A.
1485 Bank of America Merrill Lynch International Limited
1487 Toyota Kreditbank Gmbh
1488 Pictet & Cie (Europe), S.A.
1490 Self Trade Bank
1491 Triodos Bank, N.V., S.E.
1492 BNP Paribas Lease Group S.A.
1493 Caixa Banco de Investimento, S.A.
1494 Intesa Sanpaolo S.P.A.
1496 Genefim
1497 Haitong Bank, S.A.
1499 Claas Financial Services, S.A.S.
1500 Natixis Lease, S.A.
1501 Deutsche Pfandbriefbank Ag
1502 Ikb Deutsche Industriebank Ag
1504 Honda Bank Gmbh
1508 Rci Banque, S.A.
1509 Banco Primus, S.A.
1512 Elavon Financial Services Designated Activity Company
1513 Caixa Geral de Depositos, S.A.
1514 Cnh Industrial Financial Services
1515 Citibank, N.A.
1516 J.P. Morgan International Bank Limited
1520 Mediobanca
1521 Binckbank NV
1523 Mercedes-Benz Bank Ag
1524 Ubi Banca International, S.A.
1525 Banque Chaabi Du Maroc
1531 Credit Suisse International
1532 BNP Paribas Factor, S.A.
1533 Bmw Bank Gmbh
1534 Kbl European Private Bankers, S.A.
1535 Akf Bank Gmbh & Co Kg
1536 Orey Financial-Instituiçao Financeira de Credito, S.A.
1538 Industrial and Commercial Bank of China (Europe) S.A.
1539 Bigbank As Consumer Finance
1541 Attijariwafa Bank Europe
1542 J.P. Morgan Securities Plc
1543 Cofidis, S.A.
1544 Andbank España
1545 Ca Indosuez Wealth (Europe)
1546 Cnh Capital Europe, S.A.S.
1547 Lombard Odier (Europe), S.A.
1548 Dell Bank International Limited
1550 Banca Popolare Etica Sociedad Cooperativa Per Azioni
1551 Sumitomo Mitsui Banking Corporation Europe Limited
1552 Mirabaud & Cie (Europe) S.A.
1553 China Construction Bank (Europe), S.A.
1554 Banca Farmafactoring Spa
1555 Cm-Cic Bail
1556 Abn Amro Bank N.V.
1557 Unicredit, S.P.A.
1558 RBC Europe Limited
1563 N26
1583 Revolut
1702 Eurodivisas
1703 Airport Change
1704 Change Express
1719 Quick Change, Sociedad Anonima (En Liquidacion)
1763 Interchange Spain
1782 Universal de Cambios
1785 Eurochange Money Services, Sociedad Anonima
1786 Mediterranean Sea Exchange
1787 Best and Fast Change España
1788 Europound Exchange
1789 Fidso Forex Trading
2000 Cecabank
2038 CaixaBank (antes Bankia)
2045 Caja de Ahorros y Monte de Piedad de Ontinyent
2048 Unicaja Banco (antes Liberbank)
2056 Colonya - Caixa D'Estalvis de Pollensa
2080 Abanca
2085 Ibercaja Banco
2095 Kutxabank
2100 CaixaBank
2103 Unicaja Banco
2105 Banco de Castilla-La Mancha
2108 Banco de Caja España de Inversiones, Salamanca y Soria
3001 Caja Rural de Almendralejo
3005 Caja Rural Central
3007 Caja Rural de Gijon
3008 Caja Rural de Navarra
3009 Caja Rural de Extremadura
3016 Caja Rural de Salamanca
3017 Caja Rural de Soria
3018 Caja Rural Regional San Agustin Fuente Alamo Murcia
3020 Caja Rural de Utrera
3023 Caja Rural de Granada
3025 Caixa de Credit Dels Enginyers- Caja de Credito de los Ingenieros, S. Coop. de Credito
3029 Caja de Credito de Petrel, Caja Rural, Cooperativa de Credito Valenciana
3035 Laboral Kutxa
3045 Caixa Rural Altea, Cooperativa de Credit Valenciana
3058 Cajamar Caja Rural
3059 Caja Rural de Asturias
3060 Caja Rural de Burgos, Fuentepelayo, Segovia y Castelldans
3067 Caja Rural de Jaen, Barcelona y Madrid
3070 Caixa Rural Galega
3076 Cajasiete, Caja Rural
3080 Caja Rural de Teruel
3081 Caja Rural de Castilla-La Mancha
3085 Caja Rural de Zamora, Cooperativa de Credito
3089 Caja Rural de Baena Ntra. Sra. de Guadalupe Sociedad Cooperativa de Credito Andaluza
3095 Caja Rural San Roque de Almenara S.Coop. de Credito V.
3096 Caixa Rural de L'Alcudia
3098 Caja Rural Ntra. Sra. del Rosario, Sociedad Cooperativa Andaluza de Credito
3102 Caixa Rural Sant Vicent Ferrer de la Vall D'Uixo, Coop. de Credit V.
3104 Caja Rural de Cañete de las Torres Ntra.Sra.Del Campo Sociedad Cooperativa Andaluza de Credito
3105 Caixa Rural de Callosa D'En Sarria, Cooperativa de Credito Valenciana
3110 Caja Rural Catolico Agraria
3111 Caixa Rural la Vall 'San Isidro'
3112 Caja Rural San Jose de Burriana
3113 Caja Rural San Jose de Alcora S. Coop. de Credito V.
3115 Caja Rural 'Nuestra Madre del Sol'
3117 Caixa Rural D'Algemesi
3118 Caixa Rural Torrent Cooperativa de Credit Valenciana
3119 Caja Rural San Jaime de Alquerias Niño Perdido S. Coop. de Credito V.
3121 Caja Rural de Cheste
3123 Caixa Rural de Turis, Cooperativa de Credito Valenciana
3127 Caja Rural de Casas Ibañez
3130 Caja Rural San Jose de Almassora
3134 Caja Rural Nuestra Señora de la Esperanza de Onda
3135 Caja Rural San Jose de Nules S. Coop. de Credito V.
3138 Ruralnostra
3140 Caja Rural de Guissona
3144 Caja Rural de Villamalea
3150 Caja Rural de Albal Coop. de Credito V.
3152 Caja Rural de Villar, Coop. de Credito V.
3154 Caja Rural de la Carlota, Sdad. Coop. Andaluza Cto. Ltda. (En Liquidacion)
3157 Caja Rural la Junquera de Chilches
3159 Caixa Popular-Caixa Rural
3160 Caixa Rural Sant Josep de Vilavella
3162 Caixa Rural Benicarlo
3165 Caja Rural San Isidro de Vilafames S. Coop. de Credito V.
3166 Caixa Rural Les Coves de Vinroma
3174 Caixa Rural Vinaros
3179 Caja Rural de Alginet
3183 Caja de Arquitectos S. Coop. de Credito
3184 Caja de Credito de Alcoy, Cooperativa de Credito Valenciana (En Liquidacion)
3186 Caixa Rural Albalat Dels Sorells, Cooperativa de Credit Valenciana
3187 Caja Rural del Sur
3190 Caja Rural de Albacete, Ciudad Real y Cuenca
3191 Caja Rural de Aragon
4301 Sociedad de Tasacion
4302 Jll Valoraciones
4304 Tasiberica
4307 Servicios Vascos de Tasaciones
4311 Valtecnic
4313 Tinsa, Tasaciones Inmobiliarias
4315 Tecnicos en Tasacion, S.A. (Tecnitasa)
4323 Krata
4349 Zehazki
4350 Valoraciones Mediterraneo
4358 Tasaciones Andaluzas
4359 Inmoseguros Tasacion
4363 General de Valoraciones
4368 Compañia Hispania de Tasaciones y Valoraciones
4383 Tasalia Sociedad de Tasacion
4388 Eurovaloraciones
4392 Valoraciones y Tasaciones Hipotecarias
4400 Tasaciones y Consultoria
4404 Arquitasa Sociedad de Tasacion
4406 Alia Tasaciones
4416 Arco Valoraciones
4422 Ibertasa
4444 Lks Tasaciones
4448 Grupo Tasvalor
4455 Gesvalt Sociedad de Tasacion
4456 Risc Valor
4459 Tasaciones Hipotecarias Renta
4462 Col.Lectiu Arquitectes Taxadors
4470 Barna-Tasa
4489 Valencia Terra Vt Sociedad de Tasaciones Inmobiliarias
4494 Tasasur Sociedad de Tasaciones
4498 Instituto de Valoraciones
4499 Aesval, Logica de Valoraciones
4630 Cbre Valuation Advisory
4631 Uve Valoraciones
4632 Aguirre Newman Valoraciones y Tasaciones
4633 Agrupacion Tecnica del Valor
4706 Caterpillar Financial Corporacion Financiera, Sociedad Anonima Establecimiento Financiero Credito
4784 Transolver Finance, Establecimiento Financiero de Credito
4797 Santander Lease, S.A. Establecimiento Financiero de Credito
4799 Mercedes-Benz Financial Services España E.F.C.
4832 Ibercaja Leasing y Financiacion, S.A., Establecimiento Financiero de Credito
6702 Caixabank Electronic Money, Ede
6703 Euronet 360 Finance Limited
6704 E. Kuantia Ede, Sociedad Limitada
6705 Momopocket, E.D.E.
6706 Ipagoo Llp.
6707 Pecunia Cards E.D.E.
6708 Prepaid Financial Services Limited (Red de Agentes)
6801 Western Union Payment Services Ireland Limited (Red de Agentes)
6802 Comercia Global Payments, Entidad de Pago
6804 American Express Payment Services Limited
6806 Mundial Money Transfer
6808 Fenixtransfers Entidad de Pago
6810 Pay-One 911, E.P.
6811 Jcb International (Europe) Limited
6812 Money Exchange
6813 Trans Fast Financial Services
6814 Monty Global Payments
6815 Moneyone Express Financial
6818 Santander Envios
6821 Diners Club Spain
6822 BBVA Dinero Express
6824 Small World Financial Services Spain
6825 United Europhil Ep
6826 Austrogiros Entidad de Pago
6827 Money Express Transfer E.P., Sociedad Anonima
6828 I Transfer Money Movers Ep
6830 Bansamex
6831 Maccorp Exact Change, Entidad de Pago
6832 BPI Express Remittance Spain
6834 Latin Travel Money Transfer
6835 Transferencias America
6836 Jet Peru Money Transfer
6837 American Express Card España
6838 Change Center Entidad de Pago
6839 Safetypay Europe Entidad de Pago
6840 Moneytrans World Entidad de Pago
6842 Ria Payment Institution, Ep
6843 Sigue Global Services Spain
6844 Cerro Catedral Entidad de Pago
6845 Titanes Telecomunicaciones, Sociedad Anonima
6847 Mondial Bony Service, S.P.A.
6849 Easy Payment and Finance, Ep
6850 Cbn Remittance Center
6851 Aftab Currency Exchange Limited
6852 Bmce Euroservices
6854 Eurosol Global Transfer, Entidad de Pago
6856 Monex Europe Ltd.
6857 Pagantis
6858 Santander Elavon Merchant Services, Entidad de Pago
6859 Worldwide Payment Systems
6860 Hifx Europe Limited
6861 Mobile Global Payments
6862 Universalpay, Entidad de Pago
6863 Euro Automatic Cash, Entidad de Pago
6864 Moneygram International Limited (Red de Agentes)
6865 Meridiana Transfer de Bani S.R.L. (Red de Agentes)
6866 An Express Limited
6867 Orwell Union Ltd.
6868 Placid Express Srl
6869 Tutriplea Finance Pfp
6870 Cambridge Mercantile Corp. (Uk) Limited
6871 Solred
6872 Kantox Ltd
6873 Associated Foreign Exchange Limited, (Spanish Branch)
6874 Paytpv On Line Entidad de Pago, Sociedad Limitada
6875 Ttt Moneycorp Ltd
6876 Bpi-Gemini Express
6877 Ebury Partners Uk
6878 Universal Ifx Limited
6879 Scapemoney, E.P., Sociedad Limitada
6888 Qonto
7863 Asesores y Gestores Financieros
7864 Abanca Holding Financiero
7865 Bfa, Tenedora de Acciones
7866 Criteria Caixa
8211 Bansabadell Financiacion E.F.C.
8221 Corporacion Hipotecaria Mutual, Sociedad Anonima, Establecimiento Financiero de Credito
8235 Bilbao Hipotecaria, S.A., Establecimiento Financiero de Credito
8236 Santander Consumer, Establecimiento Financiero de Credito
8307 Volkswagen Finance S.A., Establecimiento Financiero de Credito
8308 Financiera Carrion, S.A., Establecimiento Financiero de Credito, E.F.C.
8321 Entre2 Servicios Financieros, Establecimiento Financiero de Credito
8342 Luzaro Establecimiento Financiero de Credito, Sociedad Anonima
8512 Union de Creditos Inmobiliarios, S.A., Establecimiento Financiero de Credito
8524 Montjuich Ef Establecimiento Financiero de Credito
8596 Union de Credito para la Financiacion Mobiliaria e Inmobiliaria, Credifimo, E.F.C.
8620 Popular Servicios Financieros, E.F.C.
8640 Fca Capital España, Establecimiento Financiero de Credito
8769 Union Financiera Asturiana, S.A., Establecimiento Financiero de Credito
8776 Caixabank Consumer Finance, E.F.C.
8788 Caixabank Payments, E.F.C. E.P.
8795 Servicios Financieros Carrefour, Establecimiento Financiero de Credito
8804 Cofiber Financiera, Establecimiento Financiero de Credito, Sociedad Anonima
8805 Financiera el Corte Ingles E.F.C.
8806 Vfs Financial Services Spain, E.F.C.
8813 Scania Finance Hispania Establecimiento Financiero de Credito
8814 Oney Servicios Financieros E.F.C.
8815 Finandia E.F.C.
8816 Sociedad Conjunta para la Emision y Gestion de Medios de Pago, E.F.C.
8821 Sabadell Consumer Finance, E.F.C.
8823 Financiera Española de Credito A Distancia, E.F.C.
8826 Deutsche Leasing Iberica, E.F.C.
8828 Ios Finance E.F.C.
8832 Bankinter Consumer Finance, E.F.C.
8833 Sg Equipment Finance Iberia, E.F.C.
8834 Avant Tarjeta, Establecimiento Financiero de Credito
8835 Santander Brasil, Establecimiento Financiero de Credito
8836 Telefonica Consumer Finance, Establecimiento Financiero de Credito
8838 Psa Financial Services Spain E.F.C.
8839 Gcc Consumo, Establecimiento Financiero de Credito
8903 Popular de Factoring, Sociedad Anonima, Establecimiento Financiero de Credito
8905 Barclays Factoring, S.A., Establecimiento Financiero de Credito
8906 Santander Factoring y Confirming, S.A., E.F.C.
9801 Isba, Sociedad de Garantia Reciproca
9806 Elkargi, S.G.R.
9808 Sociedad Navarra de Garantia Reciproca (Sonagar, S.G.R.)
9811 Centro de Avales para la Industria y la Edicion, S.G.R., en Liquidacion
9813 Sociedad de Garantia Reciproca de la Comunitat Valenciana
9816 Sociedad de Garantia Reciproca de Santander (Sogarca, S.G.R.)
9818 Aval - Madrid, S.G.R.
9819 S.G.R. de la Pequeña y Mediana Empresa de Pontevedra y Orense (Sogarpo, S.G.R.)
9827 Union de Empresarios Murcianos, Sociedad de Garantia Reciproca (Undemur, S.G.R.)
9829 Sociedad de Garantia Reciproca de Asturias
9832 Afianzamientos de Galicia, Sociedad de Garantia Reciproca (Afigal, S.G.R.)
9836 Union Andaluza de Avales, Sociedad de Garantia Reciproca (Avalunion, S.G.R.)
9839 Sociedad de Garantia Reciproca de Andalucia (Suraval, S.G.R.)
9840 Avalia Aragon, Sociedad de Garantia Reciproca
9843 Oinarri, Sociedad de Garantia para la Economia Social, S.G.R.
9844 Sociedad de Garantia Reciproca Extremeña de Avales
9846 Iberaval, Sociedad de Garantia Reciproca
9847 Avalis de Catalunya, S.G.R.
9848 Audiovisual Fianzas, S.G.R.
9849 Aval Castilla-La Mancha, Sociedad de Garantia Reciproca
9850 Sociedad de Garantias y Avales de Canarias, S.G.R.
9891 Compañia Española de Reafianzamiento
`

const namesByCode: ReadonlyMap<string, string> = new Map(
  registerText
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 4), line.slice(5)])
)

/** The name of a Spanish bank by its four-digit code, or null when it is not in the register: show the code, never block. */
export function spanishBankName(code: string): string | null {
  return namesByCode.get(code) ?? null
}
