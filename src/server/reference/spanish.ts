/** The Spanish of what a new business starts with (its packages, products and tagline), by the English. */
export const firstSpanish: Readonly<Record<string, string>> = {
  'Premium Oil Change Service': 'Cambios de aceite de primera',

  Conventional: 'Convencional',
  'Semi-Synthetic': 'Semisintético',
  'Full Synthetic': 'Sintético',
  'Diesel Full Synthetic': 'Sintético para diésel',

  'Mineral oil for older engines that ask for nothing more.':
    'Aceite mineral para motores con más años que no necesitan más.',
  'A blend for engines of the late 2000s and everyday driving.':
    'Una mezcla para motores de fines de los 2000 y el uso de todos los días.',
  'Recommended for most cars since 2010 and for every turbo engine.':
    'El recomendado para casi todos los carros desde 2010 y para todo motor turbo.',
  'Diesel-rated synthetic oil for pickups, vans and diesel cars.':
    'Aceite sintético para diésel: camionetas pickup, vans y carros diésel.',

  'Up to 5 quarts of conventional oil': 'Hasta 5 cuartos de galón de aceite convencional',
  'Up to 5 quarts of synthetic blend oil': 'Hasta 5 cuartos de galón de aceite semisintético',
  'Up to 5 quarts of full synthetic oil': 'Hasta 5 cuartos de galón de aceite sintético',
  'Up to 8 quarts of diesel-rated full synthetic oil':
    'Hasta 8 cuartos de galón de aceite sintético para diésel',
  'New oil filter and drain plug washer': 'Filtro de aceite y arandela del tapón nuevos',
  'Oil level, leak and fluid check': 'Revisión de nivel de aceite, fugas y líquidos',
  'Oil light reset and sticker with the next due date':
    'Reinicio de la luz de aceite y etiqueta con la fecha del próximo cambio',
  'Old oil and filter taken away for recycling':
    'Nos llevamos el aceite y el filtro usados para reciclarlos',

  'Engine air filter': 'Filtro de aire del motor',
  'Cabin air filter': 'Filtro de aire de la cabina',
  'Wiper blades, front pair': 'Par de limpiaparabrisas delanteros',
  'Battery test': 'Prueba de batería',
  'Tire rotation': 'Rotación de llantas',
  'Oil filter, spin-on': 'Filtro de aceite roscado',
}
