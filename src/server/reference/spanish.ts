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

  'Standard inspection': 'Inspección estándar',
  'Walk-around': 'Vuelta alrededor del carro',
  Tires: 'Llantas',
  Brakes: 'Frenos',
  Battery: 'Batería',
  Lights: 'Luces',
  Wipers: 'Limpiaparabrisas',
  Fluids: 'Líquidos',
  Leaks: 'Fugas',
  'Body and paint': 'Carrocería y pintura',
  'Windshield and windows': 'Parabrisas y ventanas',
  Mirrors: 'Espejos',
  'Front left tire tread': 'Dibujo de la llanta delantera izquierda',
  'Front right tire tread': 'Dibujo de la llanta delantera derecha',
  'Rear left tire tread': 'Dibujo de la llanta trasera izquierda',
  'Rear right tire tread': 'Dibujo de la llanta trasera derecha',
  'Front left tire pressure': 'Presión de la llanta delantera izquierda',
  'Front right tire pressure': 'Presión de la llanta delantera derecha',
  'Rear left tire pressure': 'Presión de la llanta trasera izquierda',
  'Rear right tire pressure': 'Presión de la llanta trasera derecha',
  'Sidewalls and wear': 'Costados y desgaste',
  'Front left brake pads': 'Pastillas de freno delanteras izquierdas',
  'Front right brake pads': 'Pastillas de freno delanteras derechas',
  'Rear left brake pads': 'Pastillas de freno traseras izquierdas',
  'Rear right brake pads': 'Pastillas de freno traseras derechas',
  'Battery at rest': 'Batería en reposo',
  'Terminals and cables': 'Bornes y cables',
  Headlights: 'Faros delanteros',
  'Brake lights': 'Luces de freno',
  'Turn signals': 'Direccionales',
  'Reverse and license plate lights': 'Luces de reversa y de la placa',
  'Front wipers': 'Limpiaparabrisas delanteros',
  'Rear wiper': 'Limpiaparabrisas trasero',
  'Washer spray': 'Chorro del lavaparabrisas',
  Coolant: 'Refrigerante',
  'Brake fluid': 'Líquido de frenos',
  'Power steering fluid': 'Líquido de la dirección hidráulica',
  'Transmission fluid': 'Líquido de la transmisión',
  'Washer fluid': 'Líquido del lavaparabrisas',
  'Engine oil': 'Aceite del motor',
  'Cooling system': 'Sistema de enfriamiento',
  'Other leaks': 'Otras fugas',

  'Stopping on wet roads takes longer from here on. Plan on new tires before the next service.':
    'A partir de aquí, frenar en mojado toma más distancia. Cuente con llantas nuevas antes del próximo servicio.',
  'The tire no longer grips wet roads, and most states do not allow it. Please replace it now.':
    'La llanta ya no agarra en mojado y la mayoría de los estados no la permite. Cámbiela ya.',
  'It differs from what the door sticker asks for. Please check it again within a month.':
    'No coincide con la etiqueta de la puerta. Revísela otra vez dentro de un mes.',
  'The tire loses air. Please have it repaired before a long drive.':
    'La llanta pierde aire. Mande repararla antes de un viaje largo.',
  'The pads still work, and wear on. Have them measured at the next service.':
    'Las pastillas todavía sirven y se siguen gastando. Mídalas en el próximo servicio.',
  'The pads are nearly worn through. Please replace them soon, before they damage the rotors.':
    'Las pastillas están casi gastadas. Cámbielas pronto, antes de que dañen los discos.',
  'Others see you late, and you may get a ticket. Replace it soon.':
    'Los demás lo ven tarde y le pueden poner una multa. Cámbiela pronto.',
  'It is low or has aged. Have it checked at the next service.':
    'Está bajo o envejecido. Revíselo en el próximo servicio.',
  'It is below the minimum or dirty. Have the system checked soon.':
    'Está por debajo del mínimo o sucio. Mande revisar el sistema pronto.',
  'A little moisture, no drops. We compare it at the next service.':
    'Un poco de humedad, sin gotas. Lo comparamos en el próximo servicio.',
  'It drips. Have it repaired soon, and check the level until then.':
    'Gotea. Mande repararlo pronto y revise el nivel mientras tanto.',
  'We noted damage that was there before our work.':
    'Anotamos daños que ya estaban antes de nuestro trabajo.',
  'A chip can grow into a crack. A repair is quick and often insured.':
    'Un golpecito puede volverse una grieta. Repararlo es rápido y el seguro lo suele pagar.',
  'The crack is in view or growing. Have the glass replaced soon.':
    'La grieta estorba la vista o está creciendo. Mande cambiar el vidrio pronto.',
  'You cannot see behind you. Have it replaced soon.':
    'No se ve hacia atrás. Mande cambiarlo pronto.',
  'The tires wear unevenly. An alignment makes them last longer.':
    'Las llantas se gastan de forma dispareja. Con una alineación duran más.',
  'A cut, bulge or cord shows: the tire can burst. Please replace it now.':
    'Se ve un corte, un bulto o las cuerdas: la llanta puede reventar. Cámbiela ya.',
  'It holds less charge than it should. It may not start the car in the cold.':
    'Guarda menos carga de la que debe. Con frío, el carro podría no arrancar.',
  'It is nearly empty or worn out. Have it charged and tested, or replaced.':
    'Está casi descargada o gastada. Mande cargarla y probarla, o cambiarla.',
  'Corrosion has started. Cleaning prevents trouble starting the car.':
    'Empieza a haber corrosión. Limpiarla evita problemas para arrancar.',
  'A loose or corroded cable can leave you stranded. Have it fixed soon.':
    'Un cable flojo o corroído lo puede dejar varado. Mande arreglarlo pronto.',
  'They begin to streak. Replace them before the next rainy season.':
    'Empiezan a dejar rayas. Cámbielos antes de la próxima temporada de lluvias.',
  'They no longer clear the windshield. Replace them before it rains.':
    'Ya no limpian el parabrisas. Cámbielos antes de que llueva.',
  'It begins to streak. Replace it when convenient.':
    'Empieza a dejar rayas. Cámbielo cuando pueda.',
  'No water reaches the windshield. Have it fixed soon.':
    'No llega agua al parabrisas. Mande arreglarlo pronto.',
  'It was low. Please fill it up.': 'Estaba bajo. Rellénelo, por favor.',
}
