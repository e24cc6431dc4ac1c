lamps
