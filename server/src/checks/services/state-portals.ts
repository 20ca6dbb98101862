// The debt portal of each Mexican state. Addresses are landing pages of May 2026 from two public lists; people open
// them, no connector queries them. `wall`: why no machine may query it; "unknown": a person must check first.

export type StatePortal = {
  stateId: number
  owner: string
  url: string
  inputs: readonly string[]
  wall: string
}

/** The texts of walls that users read. */
export const WALLS: Readonly<Record<string, string>> = {
  unknown: 'Nadie ha revisado si pide captcha ni sus condiciones de uso',
  captcha: 'Captcha',
  'image captcha': 'Captcha de imagen',
  'image captcha (captcha_code)': 'Captcha de imagen',
  'image captcha; later Cloudflare Turnstile': 'Captcha de imagen y después Turnstile',
  'invisible reCAPTCHA': 'reCAPTCHA invisible',
  'two image captchas, an oath and an e-mail address': 'Dos captchas de imagen, protesta y correo',
}

export const STATE_PORTALS: readonly StatePortal[] = [
  {
    stateId: 1,
    owner: 'Secretaría de Finanzas',
    url: 'https://epagos.aguascalientes.gob.mx/controlvehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 2,
    owner: 'Secretaría de Hacienda',
    url: 'https://tramites.ebajacalifornia.gob.mx/ventanillaunica/tramites/controlvehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 3,
    owner: 'Secretaría de Finanzas y Administración',
    url: 'https://hacienda.bcs.gob.mx/control-vehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 4,
    owner: 'SEAFI',
    url: 'https://contribunet.campeche.gob.mx',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 5,
    owner: 'SEFIN / AFG',
    url: 'https://www.pagafacil.gob.mx/pagafacilV2/epago/cv/cv2.php',
    inputs: ['plate', 'vin'],
    wall: 'image captcha; later Cloudflare Turnstile',
  },
  {
    stateId: 6,
    owner: 'Secretaría de Planeación, Finanzas y Administración',
    url: 'https://pagos.col.gob.mx/pagos/vehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 7,
    owner: 'Secretaría de Hacienda',
    url: 'https://www.ingresos.haciendachiapas.gob.mx/vehicular/liquidacion_vehicular/p_vehicular.asp',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 8,
    owner: 'Secretaría de Hacienda',
    url: 'https://chihuahua.gob.mx/hacienda/revalidacion-vehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 9,
    owner: 'Secretaría de Administración y Finanzas',
    url: 'https://data.finanzas.cdmx.gob.mx/consulta_adeudos',
    inputs: ['plate'],
    wall: 'image captcha (captcha_code)',
  },
  {
    stateId: 10,
    owner: 'Secretaría de Finanzas',
    url: 'https://pagos.durango.gob.mx/tramite/DPC-Refrendo/',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 11,
    owner: 'SATEG',
    url: 'https://refrendo.guanajuato.gob.mx',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 12,
    owner: 'SEFINA',
    url: 'https://esefina.ingresos-guerrero.gob.mx/Tenencia/ModuloExterno/',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 13,
    owner: 'Secretaría de Hacienda',
    url: 'https://www.hidalgo.gob.mx/tramite/impuesto-sobre-tenencia',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 14,
    owner: 'Secretaría de la Hacienda Pública',
    url: 'https://gobiernoenlinea1.jalisco.gob.mx/serviciosVehiculares/adeudos',
    inputs: ['plate', 'vinLast5', 'ownerName or engineNumber'],
    wall: 'invisible reCAPTCHA',
  },
  {
    stateId: 15,
    owner: 'Secretaría de Finanzas',
    url: 'https://tenencia.edomex.gob.mx',
    inputs: ['plate', 'vinLast5'],
    wall: 'captcha',
  },
  {
    stateId: 16,
    owner: 'Secretaría de Finanzas y Administración',
    url: 'https://refrendodigital.michoacan.gob.mx',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 17,
    owner: 'Secretaría de Hacienda',
    url: 'https://hacienda.morelos.gob.mx/refrendo-vehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 18,
    owner: 'Secretaría de Administración y Finanzas',
    url: 'https://hacienda.nayarit.gob.mx/refrendo',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 19,
    owner: 'Instituto de Control Vehicular (ICV)',
    url: 'https://www.icvnl.gob.mx/EstadodeCuenta',
    inputs: ['plate'],
    wall: 'two image captchas, an oath and an e-mail address',
  },
  {
    stateId: 20,
    owner: 'Secretaría de Finanzas',
    url: 'https://siox.finanzasoaxaca.gob.mx/pagoTenencia',
    inputs: ['plate', 'vinLast5'],
    wall: 'image captcha',
  },
  {
    stateId: 21,
    owner: 'Secretaría de Planeación, Finanzas y Administración',
    url: 'https://rl.puebla.gob.mx/PagosVehiculo',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 22,
    owner: 'Secretaría de Finanzas',
    url: 'https://recaudanet.queretaro.gob.mx',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 23,
    owner: 'SATQ',
    url: 'https://satq.qroo.gob.mx/controlvehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 24,
    owner: 'Secretaría de Finanzas',
    url: 'https://slp.gob.mx/sfa/servicios/vehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 25,
    owner: 'SATES',
    url: 'https://ciudadanodigital.sinaloa.gob.mx',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 26,
    owner: 'Secretaría de Hacienda',
    url: 'https://cuentaunica.siiafhacienda.gob.mx/expressvehicular/verificacion',
    inputs: ['plate', 'vinLast5'],
    wall: 'image captcha',
  },
  {
    stateId: 27,
    owner: 'Secretaría de Finanzas',
    url: 'https://hacienda.tabasco.gob.mx/pago-refrendo',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 28,
    owner: 'SAT Tamaulipas',
    url: 'https://sat.tamaulipas.gob.mx/vehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 29,
    owner: 'Secretaría de Finanzas',
    url: 'https://a-tenenciaonline.sefintlax.gob.mx/TenenciaEnLinea/consultar_tenencia',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 30,
    owner: 'SEFIPLAN',
    url: 'https://ovh.veracruz.gob.mx/ovh/consultavehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 31,
    owner: 'Agencia de Administración Fiscal de Yucatán',
    url: 'https://hacienda.yucatan.gob.mx/refrendo-vehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
  {
    stateId: 32,
    owner: 'Secretaría de Finanzas',
    url: 'https://finanzas.zacatecas.gob.mx/control-vehicular',
    inputs: ['plate', 'vinLast5'],
    wall: 'unknown',
  },
]
