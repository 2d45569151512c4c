export default 'pt;P|Cabo Delgado;MPM|Cidade de Maputo;G|Gaza;I|Inhambane;B|Manica;L|Maputo;N|Nampula;A|Niassa;S|Sofala;T|Tete;Q|Zambezia';
