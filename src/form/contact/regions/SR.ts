export default 'nl;BR|Brokopondo;CM|Commewijne;CR|Coronie;MA|Marowijne;NI|Nickerie;PR|Para;PM|Paramaribo;SA|Saramacca;SI|Sipaliwini;WA|Wanica';
