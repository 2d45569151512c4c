export default 'pt;BV|Boa Vista;BR|Brava;Fogo|Fogo;MA|Maio;SL|Sal;Santiago|Santiago;Santo Antão|Santo Antão;São Nicolau|São Nicolau;SV|São Vicente';
